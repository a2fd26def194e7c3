import { randomBytes } from 'node:crypto';
import { CannotStart } from '../../config/cannot-start';
import { type NamedDatabase, withConnection } from './connect';

/** Statements of background work take seconds. After a client timeout, a statement should not occupy a connection for long. */
const SHORTEST_TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 600_000;

/**
 * Checks that DATABASE_URL leads to the database of DATABASE_DIRECT_URL and is usable through a pooler. Ends within two minutes.
 *
 * @throws CannotStart if the check fails
 */
export async function checkPooler(databaseUrl: string, directUrl: string): Promise<void> {
  await checkSameDatabase(databaseUrl, directUrl);
  await checkTimeout(pooled(databaseUrl));
}

/**
 * Checks that both settings lead to the same database. Otherwise two databases with the same schema, such as staging and production,
 * would be treated as one, and deletions and migrations would affect only one of them. Names and addresses cannot be compared,
 * because a pooler has its own. Instead, the check takes an advisory lock: it is taken in the same database and free in any other.
 *
 * @throws CannotStart if they differ, or one of them cannot be used
 */
export async function checkSameDatabase(databaseUrl: string, directUrl: string): Promise<void> {
  const lock = randomBytes(8).readBigInt64BE().toString();
  const direct = { url: directUrl, setting: 'DATABASE_DIRECT_URL' };
  const taken = await withConnection(direct, 'parley', async (ask) => {
    // A transaction holds the lock and ends with the connection, so that the lock is released even behind a pooler.
    await ask('BEGIN');
    await ask('SELECT pg_advisory_xact_lock($1)', [lock]);
    return withConnection(pooled(databaseUrl), 'parley', (askPooled) =>
      askPooled<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [lock]),
    );
  });
  if (taken[0]?.taken === false) return;
  throw new CannotStart(
    'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases. Set both to the same database: the server in DATABASE_DIRECT_URL, and its pooler in DATABASE_URL.',
  );
}

async function checkTimeout(database: NamedDatabase): Promise<void> {
  const [row] = await withConnection(database, 'parley', (ask) =>
    ask<{ ms: number }>(`SELECT setting::int AS ms FROM pg_settings WHERE name = 'statement_timeout'`),
  );
  const ms = row?.ms ?? 0;
  if (ms >= SHORTEST_TIMEOUT_MS && ms <= LONGEST_TIMEOUT_MS) return;
  const found =
    ms === 0 ? 'no statement_timeout' : `a statement_timeout of ${ms} ms, which is not between 10 s and 10 min`;
  throw new CannotStart(
    `DATABASE_URL cannot be used through a pooler: its role has ${found}. Run ALTER ROLE … SET statement_timeout = '30s', and let the pooler reconnect.`,
  );
}

function pooled(url: string): NamedDatabase {
  return { url, setting: 'DATABASE_URL' };
}
