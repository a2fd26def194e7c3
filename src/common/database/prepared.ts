import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { SqlLog } from './sql-log';

/** Names of the statements by their text; as many as there are hot statements in the program. */
const names = new Map<string, string>();

/** Rows of a statement that each connection parses once and plans for good when it has run five times. */
export async function runPrepared<Row>(
  connection: Pool | PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  SqlLog.count(sql);
  const started = performance.now();
  try {
    const { rows } = await connection.query<QueryResultRow>({ name: nameOf(sql), text: sql, values: [...parameters] });
    return rows as Row[];
  } catch (error) {
    SqlLog.failed(error, sql);
    throw error;
  } finally {
    SqlLog.took(performance.now() - started, sql);
  }
}

function nameOf(sql: string): string {
  let name = names.get(sql);
  if (!name) names.set(sql, (name = `parley_${names.size}`));
  return name;
}
