import type { KeptRows } from '../feature/feature-catalog';

type OldRows = Pick<KeptRows, 'table' | 'key' | 'since' | 'condition'>;

/** Whether a column is so many days of 24 hours in the past, on the database's clock and to the millisecond; `days` in SQL. */
export function olderThan(column: string, days: string): string {
  return `${column} <= statement_timestamp() - make_interval(hours => 24 * ${days}::integer)`;
}

/** By hand: of any table, by a time of the database's clock. How many there are, up to a bound: the oldest ones, since an index has them in that order. `$1` workspace, `$2` days, `$3` bound. */
export function countOld(rows: OldRows): string {
  const some = `SELECT FROM ${rows.table} WHERE ${isOld(rows)} ORDER BY ${rows.since} LIMIT $3`;
  return `SELECT count(*)::int AS count FROM (${some}) AS old`;
}

/** By hand: the same. The oldest ones that no other transaction holds. `$1` workspace, `$2` days, `$3` how many. */
export function deleteOld(rows: OldRows): string {
  const { table, key, since } = rows;
  const some = `SELECT ${key} FROM ${table} WHERE ${isOld(rows)} ORDER BY ${since} LIMIT $3 FOR UPDATE SKIP LOCKED`;
  return `DELETE FROM ${table} WHERE workspace_id = $1 AND (${key}) IN (${some}) RETURNING 1`;
}

function isOld({ since, condition = 'true' }: OldRows): string {
  return `workspace_id = $1 AND ${condition} AND ${olderThan(since, '$2')}`;
}
