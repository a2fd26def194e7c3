import { Client } from 'pg';
import { randomBytes } from 'node:crypto';
import { READABLE } from '../../../src/backup/catalog.sql';
import { databaseUrl, onServer, runPrefix } from './test-server';

/** A database of this run without tables. */
export async function createEmptyDatabase(): Promise<string> {
  const name = `${runPrefix()}${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`CREATE DATABASE "${name}"`));
  return databaseUrl(name);
}

const TABLES = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' AND relname <> 'migrations' ORDER BY 1`;

/** A restore and a move record themselves, where they have brought all other rows. */
const RECORDED: Readonly<Record<string, string>> = {
  audit_entries: `WHERE operation_id NOT IN ('operator.restore', 'operator.move')`,
};

/** Of each table how many rows it has, and one hash over all of them. */
export async function digests(url: string, snapshot?: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    if (snapshot) await client.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
    await client.query(READABLE);
    const found: Record<string, string> = {};
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(row, '' ORDER BY row COLLATE "C")), '') AS digest
         FROM (SELECT md5(t::text) AS row FROM "${name}" t ${RECORDED[name] ?? ''}) AS rows`,
      );
      found[name] = rows[0]!.digest;
    }
    return found;
  });
}

/** How many rows all tables have together; null where there are no tables. */
export async function rowsOf(url: string): Promise<number | null> {
  const counts = Object.values(await digests(url)).map((digest) => parseInt(digest));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
