import type { DataSource } from 'typeorm';
import { poolOf } from '../../src/common/database/typeorm-pool';

/** Not what a caller asked for: counted calls, and times of last use, which are written later and in batches. */
const UNWATCHED_TABLES = ['migrations', 'rate_limits'];
const UNWATCHED_COLUMNS = ['last_used_at', 'last_seen_at'];
/** Attempts that were refused are recorded after the response. An entry of a success would show. */
const WATCHED_ROWS: Readonly<Record<string, string>> = { audit_entries: `WHERE outcome <> 'refused'` };

/** By database: its tables are the same for as long as it is. */
const statements = new WeakMap<DataSource, Promise<string>>();

/**
 * Describes the state of each table, so that any insert, update or delete is visible. The statement is prepared: to plan one for a
 * hundred tables takes ten times as long as to run it, and suites send it thousands of times.
 */
export async function tableState(database: DataSource): Promise<Record<string, string>> {
  const statement = statements.get(database) ?? statementFor(database);
  statements.set(database, statement);
  const { rows } = await poolOf(database).query<{ name: string; state: string }>({
    name: 'table_state',
    text: await statement,
  });
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** A row that is written has the number of its transaction: to add these up costs a tenth of reading what the rows say. */
async function statementFor(database: DataSource): Promise<string> {
  const tables = await database.query<{ name: string; unwatched: string[] }[]>(
    `SELECT tablename AS name, array_to_json(ARRAY(
       SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = tablename AND column_name = ANY($2)
     )) AS unwatched
     FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1`,
    [UNWATCHED_TABLES, UNWATCHED_COLUMNS],
  );
  const states = tables.map(({ name, unwatched }) => {
    const of =
      unwatched.length > 0
        ? `hashtextextended((to_jsonb(r) - '{${unwatched.join(',')}}'::text[])::text, 0)`
        : 'xmin::text::bigint';
    return `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(${of}), 0) AS state FROM "${name}" r ${WATCHED_ROWS[name] ?? ''}`;
  });
  return states.join(' UNION ALL ');
}
