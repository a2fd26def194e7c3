import { execFileSync } from 'node:child_process';
import type { Client } from 'pg';
import { migrate } from '../../../src/common/database/migrate';
import { createHash } from 'node:crypto';
import type { FeatureCatalog } from '../../../src/common/feature/feature-catalog';
import { BUILT_IN } from '../../../src/features';
import { databaseUrl, onServer, runPrefix } from './test-server';

/** Any number will do: advisory locks are only shared inside of one database, here the server's maintenance database. */
const LOCK = 4_711_202;

/**
 * The run's migrated database for these features. It accepts no connections, so that many clones can be made
 * concurrently. The first worker creates it while the others wait; it gets its name when it is complete.
 *
 * @returns its name
 */
export function templateDatabase(features: FeatureCatalog): Promise<string> {
  return onServer(async (client) => {
    const name = `${runPrefix()}template${suffixOf(features)}`;
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    if (!(await exists(client, name))) await build(client, name, features);
    return name;
  });
}

async function exists(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  return rowCount === 1;
}

/** By all migrations, so that the same features have the same template in every process of the run. */
function suffixOf(features: FeatureCatalog): string {
  if (features === BUILT_IN) return '';
  const names = features.migrations.map(({ name }) => name).join();
  return `_${createHash('sha256').update(names).digest('hex').slice(0, 8)}`;
}

async function build(client: Client, name: string, features: FeatureCatalog): Promise<void> {
  const draft = `${name}_draft`;
  await client.query(`DROP DATABASE IF EXISTS "${draft}" WITH (FORCE)`);
  await client.query(`CREATE DATABASE "${draft}"`);
  await migrate({ url: databaseUrl(draft), setting: 'the template' }, features);
  migrateFurther(databaseUrl(draft));
  await client.query(`ALTER DATABASE "${draft}" ALLOW_CONNECTIONS false`);
  // A connection that migrate has just closed may need a moment to be gone.
  await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [draft]);
  await client.query(`ALTER DATABASE "${draft}" RENAME TO "${name}"`);
}

/**
 * With the migrations of a later state of the tree in the folder TEST_SCHEMA_OF, if that is set: processes of this version work on
 * that schema until they have been replaced (scripts/test-previous-release.ts).
 */
function migrateFurther(url: string): void {
  const later = process.env['TEST_SCHEMA_OF'];
  if (!later) return;
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: url };
  const program = ['-r', './scripts/register-swc.js', 'src/migrate.ts'];
  execFileSync(process.execPath, program, { cwd: later, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
