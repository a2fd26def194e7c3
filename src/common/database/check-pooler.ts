import { randomBytes } from 'node:crypto';
import { CannotStart } from '../../config/cannot-start';
import { type NamedDatabase, withConnection } from './connect';

/** Statements of background work take seconds; one that was given up should not keep a connection from others for long. */
const SHORTEST_TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 600_000;

/**
 * Whether DATABASE_URL can lead through a pooler to the database of DATABASE_DIRECT_URL. Ends within two minutes.
 *
 * @throws CannotStart where it cannot
 */
export async function checkPooler(databaseUrl: string, directUrl: string): Promise<void> {
  await checkSameDatabase(databaseUrl, directUrl);
  await checkTimeout(pooled(databaseUrl));
}

/**
 * Two of the same schema, such as those of staging and production, would be taken for one: what is deleted or migrated by the
 * one setting would be missing from the other. Names and addresses tell nothing, since a pooler has its own. But a lock that is
 * held in a database cannot be had there a second time, and is free in every other one.
 *
 * @throws CannotStart where they are two, or one of them cannot be used
 */
export async function checkSameDatabase(databaseUrl: string, directUrl: string): Promise<void> {
  const lock = randomBytes(8).readBigInt64BE().toString();
  const direct = { url: directUrl, setting: 'DATABASE_DIRECT_URL' };
  const taken = await withConnection(direct, 'parley', async (ask) => {
    // Held by a transaction, which ends with the connection: nothing is left behind even where this leads to a pooler too.
    await ask('BEGIN');
    await ask('SELECT pg_advisory_xact_lock($1)', [lock]);
    return withConnection(pooled(databaseUrl), 'parley', (askPooled) =>
      askPooled<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [lock]),
    );
  });
  if (taken[0]?.taken === false) return;
  throw new CannotStart(
    'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases. Name one database in both: its server in DATABASE_DIRECT_URL, and the pooler before that server in DATABASE_URL.',
  );
}

async function checkTimeout(database: NamedDatabase): Promise<void> {
  const [row] = await withConnection(database, 'parley', (ask) =>
    ask<{ ms: number }>(`SELECT setting::int AS ms FROM pg_settings WHERE name = 'statement_timeout'`),
  );
  const ms = row?.ms ?? 0;
  if (ms >= SHORTEST_TIMEOUT_MS && ms <= LONGEST_TIMEOUT_MS) return;
  const found = ms === 0 ? 'no statement_timeout' : `a statement_timeout of ${ms} ms, which is not from 10 s to 10 min`;
  throw new CannotStart(
    `DATABASE_URL cannot be used through a pooler: its role has ${found}. ALTER ROLE … SET statement_timeout = '30s', and let the pooler connect anew.`,
  );
}

function pooled(url: string): NamedDatabase {
  return { url, setting: 'DATABASE_URL' };
}
