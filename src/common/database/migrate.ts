import { DataSource } from 'typeorm';
import { migrations } from '../../../migrations';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from './bounded-client';
import { connect, problemOf } from './connect';

/** One number for every installation; a second runner waits for the first. */
const LOCK = 7_215_437;

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

async function runMigrations(url: string): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations,
    installExtensions: false,
    poolSize: 2,
    // Statements have no bound here: a migration takes what it takes.
    connectTimeoutMS: CONNECTION_TIMEOUT_MS,
    extra: { Client: BoundedClient },
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    // The lock ends with its connection. Releasing it by a statement could fail and hide why a migration did.
    await lock.release();
    await dataSource.destroy();
  }
}

/** The newest migration that this build knows; `/health/ready` compares it with the database's. */
export const SCHEMA_VERSION = migrations.at(-1)?.name ?? '';
