import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** For a connection, and for a statement, in milliseconds. */
const TIMEOUT_MS = 2_000;
const MOST_ATTEMPTS = 20;
const OWN_PID = 'SELECT pg_backend_pid() AS pid';

/**
 * Whether a pooler in transaction mode keeps the prepared statements of its clients, as PgBouncer does from 1.21 with
 * `max_prepared_statements`: a statement that was prepared on one connection of the server must run on another one. With
 * other poolers it fails, if only sometimes. So the answer is no unless the statement was seen to run on another connection.
 */
export async function poolerPrepares(url: string): Promise<boolean> {
  const [client, holder] = [clientOf(url), clientOf(url)];
  try {
    await Promise.all([client.connect(), holder.connect()]);
    // A pooler that does not track it leaves the statement on the server, where another check must not find it.
    const statement = { name: `parley_check_${randomUUID()}`, text: OWN_PID };
    const first = await pidOf(client, statement);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      // The transaction keeps the connection that is free next, usually the first one.
      await holder.query('BEGIN');
      await pidOf(holder, { text: OWN_PID });
      const next = await pidOf(client, statement);
      await holder.query('ROLLBACK');
      if (next !== first) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    // Not awaited, because the pooler can be the reason why nothing answers.
    for (const one of [client, holder]) one.end().catch(() => {});
  }
}

function clientOf(url: string): Client {
  const client = new Client({
    connectionString: url,
    application_name: 'parley check',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  return client;
}

async function pidOf(client: Client, query: { name?: string; text: string }): Promise<number | undefined> {
  return (await client.query<{ pid: number }>(query)).rows[0]?.pid;
}
