import type { DataSource } from 'typeorm';

/** Not what a caller asked for: counted calls, and times of last use, which are written later and in batches. */
const UNWATCHED_TABLES = ['migrations', 'rate_limits'];
const UNWATCHED_COLUMNS = ['last_used_at', 'last_seen_at'];

/** One checksum for each table, over all of its rows: whatever is written, changed or removed shows. */
export async function tableState(database: DataSource): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }[]>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1`,
    [UNWATCHED_TABLES],
  );
  const checksums = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(coalesce(string_agg(t, '' ORDER BY t), '')) AS sum
      FROM (SELECT md5((to_jsonb(r) - $1::text[])::text) AS t FROM "${name}" r) rows`,
  );
  const rows = await database.query<{ name: string; sum: string }[]>(checksums.join(' UNION ALL '), [
    UNWATCHED_COLUMNS,
  ]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
