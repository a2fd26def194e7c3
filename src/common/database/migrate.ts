import { DataSource } from 'typeorm';
import { migrations } from '../../../migrations';

/** One number for every installation; a second runner waits for the first. */
const LOCK = 7_215_437;

/** Brings the schema of a database up to this version. Safe to run from several processes at once. */
export async function migrate(url: string): Promise<void> {
  const dataSource = new DataSource({ type: 'postgres', url, migrations, installExtensions: false, poolSize: 2 });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await lock.release();
    await dataSource.destroy();
  }
}

/** The newest migration that this build knows; `/health/ready` compares it with the database's. */
export const SCHEMA_VERSION = migrations.at(-1)?.name ?? '';
