import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { CannotStart } from '../../config/cannot-start';
import type { FeatureCatalog, FeatureMigration } from '../feature/feature-catalog';
import { BoundedClient, CONNECTION_TIMEOUT_MS } from './bounded-client';
import { connect, type NamedDatabase, problemOf } from './connect';
import { ensureDeclared } from './declared-tables';
import {
  HAS_HISTORY,
  LIST_FEATURE_COLUMNS,
  listFeatures,
  missingFeatures,
  newestOf,
  type RanMigration,
  READ_HISTORY,
  RECORD_FEATURES,
  RECORD_OUTSIDE,
} from './migration-history';

/** The same number in every installation, so that a second migration waits for the first. */
export const LOCK = 7_215_437;
const LOCK_LOOK_MS = 200;

/**
 * Migrates the schema of a database to the features of this process. Several processes can run it at once. Resolves to the names of
 * the migrations that this call ran, in their order.
 *
 * @throws CannotStart if the database cannot be used, has rows of a feature that is not loaded, or tables that no feature declares
 */
export async function migrate({ url, setting }: NamedDatabase, features: FeatureCatalog): Promise<string[]> {
  const client = await connect({ url, setting }, 'parley migrate');
  try {
    const history = await readHistory(client);
    ensureComplete(history, features, setting);
    const names = await runMigrations(url, features.migrations);
    await ensureDeclared(client, { features, history, setting });
    return names;
  } catch (error) {
    throw problemOf(error, setting, client);
  } finally {
    await client.end();
  }
}

/** Runs these migrations only. A restore uses it to create the schema of the backup. */
export async function runMigrations(url: string, which: readonly FeatureMigration[]): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    migrations: which.map(({ migration }) => migration),
    installExtensions: false,
    poolSize: 2,
    // Statements of migrations have no timeout, which overrides the setting of the role.
    connectTimeoutMS: CONNECTION_TIMEOUT_MS,
    extra: { Client: BoundedClient, options: '-c statement_timeout=0' },
  });
  await dataSource.initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await takeLock((sql, values) => lock.query(sql, values));
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    await recordFeatures(lock, which);
    return ran.map(({ name }) => name);
  } finally {
    // The lock ends with its connection. Releasing it with a statement could fail and hide the error of a migration.
    await lock.release();
    await dataSource.destroy();
  }
}

/** Polls for the lock. A statement that waits for it would deadlock with CREATE INDEX CONCURRENTLY, which waits for running statements. */
export async function takeLock(ask: (sql: string, values: unknown[]) => Promise<{ taken: boolean }[]>): Promise<void> {
  for (;;) {
    const [row] = await ask('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
    if (row?.taken) return;
    await sleep(LOCK_LOOK_MS);
  }
}

/** All migrations that have run on a database, oldest first. Empty for a new database. */
export async function readHistory(client: Client): Promise<RanMigration[]> {
  const { rows } = await client.query<{ there: boolean }>(HAS_HISTORY);
  return rows[0]?.there ? (await client.query<RanMigration>(READ_HISTORY)).rows : [];
}

/**
 * A feature that a later version has added stops nothing, so that this version can run beside it.
 *
 * @throws CannotStart if the database has a feature from outside that this process lacks, because its rows would have no owner
 */
export function ensureComplete(history: readonly RanMigration[], features: FeatureCatalog, setting: string): void {
  const outside = history.filter(({ isOutside }) => isOutside !== false);
  const missing = missingFeatures(newestOf(outside, features), features);
  if (missing.size === 0) return;
  throw new CannotStart(
    `The database of ${setting} has ${listFeatures(missing)}, which this process does not load. Nothing was changed. ` +
      'Add its module to PARLEY_FEATURES.',
  );
}

/** Records the feature of each migration, because TypeORM only records names. */
async function recordFeatures(runner: QueryRunner, which: readonly FeatureMigration[]): Promise<void> {
  const columns = ((await runner.query(LIST_FEATURE_COLUMNS)) as { name: string }[]).map(({ name }) => name);
  const names = which.map(({ name }) => name);
  if (columns.includes('feature')) {
    await runner.query(RECORD_FEATURES, [names, which.map(({ feature }) => feature)]);
  }
  if (columns.includes('is_outside')) {
    await runner.query(RECORD_OUTSIDE, [names, which.map(({ isOutside }) => isOutside)]);
  }
}
