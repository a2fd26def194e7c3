import { createHash } from 'node:crypto';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { SqlLog } from './sql-log';

/**
 * Names of the prepared statements by text. Bounded by the number of hot statements in the program. A name is derived from its text, so
 * that a pooler that mixes up the statements of its clients could only run the same one.
 */
const names = new Map<string, string>();

/** Runs a statement that each connection parses once, and for which PostgreSQL can keep a generic plan after five runs. */
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
  if (!name) names.set(sql, (name = `parley_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`));
  return name;
}
