import type { Client } from 'pg';
import { LIST_SEQUENCES, type OwnedSequence } from '../catalog.sql';
import { EXPORTED, workspaceColumnOf } from './exported-tables';

/**
 * Numbers of imported rows are never given out again. The last thing before the commit: until then, others who insert into these
 * tables wait, since a sequence that two set at once could go back.
 */
export async function advanceSequences(client: Client, workspaceId: string): Promise<void> {
  const { rows } = await client.query<OwnedSequence>(LIST_SEQUENCES);
  for (const { table, column, sequence } of rows.filter((one) => EXPORTED.some((name) => name === one.table))) {
    const name = client.escapeIdentifier(column);
    await client.query(`LOCK TABLE ${client.escapeIdentifier(table)} IN SHARE ROW EXCLUSIVE MODE`);
    await client.query(
      `SELECT setval($2, greatest(highest, (SELECT last_value FROM ${sequence})))
       FROM (SELECT max(${name}) AS highest FROM ${client.escapeIdentifier(table)} WHERE ${workspaceColumnOf(table)} = $1) imported
       WHERE highest IS NOT NULL`,
      [workspaceId, sequence],
    );
  }
}
