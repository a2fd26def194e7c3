/** The tables that store when their rows were last used, with the column for it. */
const COLUMNS = {
  sessions: 'last_seen_at',
  account_credentials: 'last_used_at',
  workspace_keys: 'last_used_at',
  visitor_sessions: 'last_used_at',
} as const;
export type TrackedTable = keyof typeof COLUMNS;

/**
 * By hand: a bulk write. Ages become times on the database's clock, and a time only moves forward, also if several processes write.
 * Skips rows that a transaction has locked: a flush never waits for a lock, so it cannot cause a deadlock. `$1` ids, `$2` seconds
 * since the use of each.
 */
export function writeUses(table: TrackedTable): string {
  const column = COLUMNS[table];
  return `
    WITH used AS (
      SELECT id, clock_timestamp() - make_interval(secs => age) AS at
      FROM unnest($1::uuid[], $2::float8[]) AS use (id, age)
    ), free AS (
      SELECT t.id, used.at FROM ${table} t JOIN used ON used.id = t.id
      WHERE t.${column} IS NULL OR t.${column} < used.at
      FOR NO KEY UPDATE OF t SKIP LOCKED
    )
    UPDATE ${table} t SET ${column} = free.at FROM free WHERE t.id = free.id`;
}
