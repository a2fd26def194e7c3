import type { Client } from 'pg';
import { connect, type NamedDatabase, problemOf } from '../../common/database/connect';
import { takeLock } from '../../common/database/migrate';

/*
 * Two databases cannot commit together. So the target stores the id of the move in the same transaction as the data. It
 * is a comment on a table, because tables hold only data of the service.
 */

/** Call it in the transaction with the data. `id` is a UUID. */
export async function markArrival(client: Client, id: string): Promise<void> {
  await client.query(`COMMENT ON TABLE migrations IS ${client.escapeLiteral(commentOf(id))}`);
}

/** Whether the data of that move has arrived. Waits for a process that is still writing it. */
export async function hasArrived(database: NamedDatabase, id: string): Promise<boolean> {
  const client = await connect(database, 'parley move');
  try {
    await takeLock(async (sql, values) => (await client.query<{ taken: boolean }>(sql, values)).rows);
    const { rows } = await client.query<{ comment: string | null }>(
      `SELECT obj_description(to_regclass('migrations'), 'pg_class') AS comment`,
    );
    return rows[0]?.comment === commentOf(id);
  } catch (error) {
    throw problemOf(error, database.setting, client);
  } finally {
    await client.end();
  }
}

function commentOf(id: string): string {
  return `moved here by ${id}`;
}
