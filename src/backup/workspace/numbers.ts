import type { Client } from 'pg';
import { LIST_SEQUENCES, type OwnedSequence } from '../catalog.sql';
import type { ExportPlan } from './export-plan';

/*
 * Numbers mean something within one database only. A file that brought its own could use up those of all workspaces.
 */

/** Where a column's number comes from: its sequence, or the numbers that the rows it refers to were given. */
export type NumberSource =
  | { kind: 'sequence'; column: string; sequence: string; kept: string | null }
  | { kind: 'reference'; column: string; kept: string };

/** Makes room for the numbers that rows are given. @returns how the numbers of each table come about */
export async function numberSources(client: Client, plan: ExportPlan): Promise<ReadonlyMap<string, NumberSource>> {
  const { rows: sequences } = await client.query<OwnedSequence>(LIST_SEQUENCES);
  const sources = new Map<string, NumberSource>();
  for (const { name: table, numbered } of plan.tables) {
    if (!numbered) continue;
    const { column, references = {} } = numbered;
    const referring = Object.entries(references);
    const kept = referring.length > 0 ? `pg_temp.numbers_of_${table}` : null;
    const own = sequences.find((one) => one.table === table && one.column === column);
    if (!own) throw new Error(`${table}.${column} has no sequence`);
    sources.set(table, { kind: 'sequence', column, sequence: client.escapeLiteral(own.sequence), kept });
    if (!kept) continue;
    await client.query(
      `CREATE TEMPORARY TABLE numbers_of_${table} (was bigint PRIMARY KEY, is_now bigint NOT NULL) ON COMMIT DROP`,
    );
    for (const [referrer, referring] of Object.entries(references)) {
      sources.set(referrer, { kind: 'reference', column: referring, kept });
    }
  }
  return sources;
}
