import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** For a connection, and for a statement, in milliseconds. */
const TIMEOUT_MS = 2_000;
/** A pooler that is busy or restarts is checked once more. */
const MOST_CHECKS = 2;
const MOST_ATTEMPTS = 20;
const OWN_PID = 'SELECT pg_backend_pid() AS pid';
/** “invalid_sql_statement_name”, by PostgreSQL for a statement that this connection has not prepared. */
const UNKNOWN_STATEMENT = '26000';

/**
 * Checks whether a pooler in transaction mode keeps the prepared statements of its clients, as PgBouncer does from 1.21 with
 * `max_prepared_statements`: a statement that was prepared on one connection of the server must run on another one. With other
 * poolers it fails, if only sometimes, so the statement has to be seen to run.
 *
 * @returns null if the pooler keeps them; else the reason for not preparing any, in a few words
 */
export async function problemOfPreparing(url: string): Promise<string | null> {
  let problem = '';
  for (let check = 0; check < MOST_CHECKS; check++) {
    try {
      return (await runsElsewhere(url)) ? null : 'all statements of the check ran on one connection';
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string };
      if (code === UNKNOWN_STATEMENT) return 'it lost a statement';
      problem = `the check failed: ${typeof code === 'string' ? code : message}`;
    }
  }
  return problem;
}

async function runsElsewhere(url: string): Promise<boolean> {
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
