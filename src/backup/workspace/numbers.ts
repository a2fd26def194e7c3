import type { Client } from 'pg';
import { LIST_SEQUENCES, type OwnedSequence } from '../catalog.sql';
import type { ExportPlan } from './export-plan';

/*
 * Numbers from a sequence are valid only within one database. Numbers from a file could use up the sequence that all
 * workspaces share.
 */

/** The source of a column's numbers: its sequence, or the new numbers of the rows that it refers to. */
export type NumberSource =
  | { kind: 'sequence'; column: string; sequence: string; mapping: string | null }
  | { kind: 'reference'; column: string; mapping: string };

/** Creates temporary tables for the new numbers. @returns the source of numbers for each table */
export async function numberSources(client: Client, plan: ExportPlan): Promise<ReadonlyMap<string, NumberSource>> {
  const { rows: sequences } = await client.query<OwnedSequence>(LIST_SEQUENCES);
  const sources = new Map<string, NumberSource>();
  for (const { name: table, numbered } of plan.tables) {
    if (!numbered) continue;
    const { column, references = {} } = numbered;
    const referring = Object.entries(references);
    const mapping = referring.length > 0 ? `pg_temp.numbers_of_${table}` : null;
    const own = sequences.find((one) => one.table === table && one.column === column);
    if (!own) throw new Error(`${table}.${column} has no sequence`);
    sources.set(table, { kind: 'sequence', column, sequence: client.escapeLiteral(own.sequence), mapping });
    if (!mapping) continue;
    await client.query(
      `CREATE TEMPORARY TABLE numbers_of_${table} (was bigint PRIMARY KEY, is_now bigint NOT NULL) ON COMMIT DROP`,
    );
    for (const [referrer, referring] of Object.entries(references)) {
      sources.set(referrer, { kind: 'reference', column: referring, mapping });
    }
  }
  return sources;
}
