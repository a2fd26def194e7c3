import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { FeatureCatalog } from '../../../src/common/feature/feature-catalog';
import { BUILT_IN } from '../../../src/features';
import { templateDatabase } from './template-database';
import { databaseUrl, onServer, runPrefix } from './test-server';

const OBJECT_IN_USE = '55006';
const ATTEMPTS = 5;
const MOST_LOOKS = 40;
const LOOK_MS = 25;

const templates = new Map<FeatureCatalog, Promise<string>>();

/**
 * A migrated, otherwise empty database for one suite: a clone of the run's template (about 20 ms). Safe from any number
 * of workers at once.
 *
 * @returns its URL
 */
export async function createTestDatabase(features: FeatureCatalog = BUILT_IN): Promise<string> {
  const template = templates.get(features) ?? templateDatabase(features);
  templates.set(features, template);
  const source = await template;
  const name = `${runPrefix()}${randomBytes(6).toString('hex')}`;
  await clone(source, name);
  return databaseUrl(name);
}

/** Drops it even while connections to it are open; one that does not exist (any more) is no error. */
export async function dropTestDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (!name.startsWith(runPrefix())) throw new Error(`${name} is not a database of this test run.`);
  await onServer(async (client) => {
    // Ended connections close by themselves in a moment. Cutting them off would cause errors that no code handles.
    for (let look = 0; look < MOST_LOOKS; look++) {
      const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
      if (rows.length === 0) break;
      await pause(LOOK_MS);
    }
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  });
}

/** A server that is not ours may run jobs that look into every database: PostgreSQL then refuses after 5 s. */
async function clone(source: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await onServer(async (client) => {
        await client.query(`CREATE DATABASE "${name}" TEMPLATE "${source}"`);
        // New tables have no statistics, so PostgreSQL believes them to be large and starts processes for a few rows.
        await client.query(`ALTER DATABASE "${name}" SET max_parallel_workers_per_gather = 0`);
      });
      return;
    } catch (error) {
      const busy = error instanceof DatabaseError && error.code === OBJECT_IN_USE;
      if (!busy || attempt === ATTEMPTS) throw error;
    }
  }
}
