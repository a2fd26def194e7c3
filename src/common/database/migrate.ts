import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { migrations } from '../../../migrations';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from './bounded-client';
import { connect, problemOf } from './connect';

/** One number for every installation; a second runner waits for the first. */
export const LOCK = 7_215_437;
const LOCK_LOOK_MS = 200;

/**
 * Brings the schema of a database up to this version. Safe to run from several processes at once.
 *
 * @param setting that names the database
 * @throws CannotStart where the database cannot be used
 */
export async function migrate(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = await connect({ url, setting }, 'parley migrate');
  await client.end();
  try {
    await runMigrations(url);
  } catch (error) {
    throw problemOf(error, setting, client);
  }
}

/** Those migrations alone: a backup is put into the schema that it was made of. */
export async function runMigrations(url: string, which: typeof migrations = migrations): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations: which,
    installExtensions: false,
    poolSize: 2,
    // Statements have no bound here, whatever the role says: a migration takes what it takes.
    connectTimeoutMS: CONNECTION_TIMEOUT_MS,
    extra: { Client: BoundedClient, options: '-c statement_timeout=0' },
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock((sql, values) => lock.query(sql, values));
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    // The lock ends with its connection. Releasing it by a statement could fail and hide why a migration did.
    await lock.release();
    await dataSource.destroy();
  }
}

/** By asking again and again: CREATE INDEX CONCURRENTLY would wait for a statement that waits, which waits for it. */
export async function takeLock(ask: (sql: string, values: unknown[]) => Promise<{ taken: boolean }[]>): Promise<void> {
  for (;;) {
    const [row] = await ask('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    if (row?.taken) return;
    await sleep(LOCK_LOOK_MS);
  }
}

/** The newest migration that this build knows; `/health/ready` looks whether the database has it. */
export const SCHEMA_VERSION = migrations.at(-1)?.name ?? '';
