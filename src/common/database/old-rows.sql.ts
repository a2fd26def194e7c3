import type { KeptRows } from '../feature/feature-catalog';

type OldRows = Pick<KeptRows, 'table' | 'key' | 'since' | 'condition'>;

/** Whether a column is at least this many days of 24 hours in the past, on the database's clock. `days` is SQL. */
export function olderThan(column: string, days: string): string {
  return `${column} <= statement_timestamp() - make_interval(hours => 24 * ${days}::integer)`;
}

/** By hand: of any table, on the database's clock. Counts old rows up to a bound, oldest first in the order of the index. `$1` workspace, `$2` days, `$3` bound. */
export function countOld(rows: OldRows): string {
  const some = `SELECT FROM ${rows.table} WHERE ${isOld(rows)} ORDER BY ${rows.since} LIMIT $3`;
  return `SELECT count(*)::int AS count FROM (${some}) AS old`;
}

/** By hand: the same. Deletes the oldest rows that no other transaction has locked. `$1` workspace, `$2` days, `$3` number of rows. */
export function deleteOld(rows: OldRows): string {
  const { table, key, since } = rows;
  const some = `SELECT ${key} FROM ${table} WHERE ${isOld(rows)} ORDER BY ${since} LIMIT $3 FOR UPDATE SKIP LOCKED`;
  return `DELETE FROM ${table} WHERE workspace_id = $1 AND (${key}) IN (${some}) RETURNING 1`;
}

function isOld({ since, condition = 'true' }: OldRows): string {
  return `workspace_id = $1 AND ${condition} AND ${olderThan(since, '$2')}`;
}
