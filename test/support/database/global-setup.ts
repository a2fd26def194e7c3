import { EmbeddedPostgres } from '../../../src/common/database/embedded/embedded-postgres';
import { isInstalled } from '../../docker/manifest';
import { RedisServer } from '../redis-server';
import { newDataFolder } from './data-folder';
import { removeDataFolder, type TestRun } from './test-run';
import { newRunPrefix, RUN_PREFIX, SERVER_URL } from './test-server';

/** Jest's globalSetup: one server of each kind for the whole run. */
export default async function globalSetup(): Promise<void> {
  process.env[RUN_PREFIX] = newRunPrefix();
  await providePostgres();
  await provideRedis();
}

/** The schema is only brought in when a suite asks for a database. */
async function providePostgres(): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    process.env[SERVER_URL] = given;
    return;
  }
  const dataDir = newDataFolder();
  try {
    const server = await EmbeddedPostgres.start({ dataDir, durable: false });
    process.env[SERVER_URL] = server.urlFor('postgres');
    (globalThis as TestRun).embedded = { server, dataDir };
  } catch (error) {
    removeDataFolder(dataDir);
    throw error;
  }
}

/** Where it is not installed, suites look for one that is running, and skip what needs it where there is none. */
async function provideRedis(): Promise<void> {
  if (process.env['TEST_REDIS_URL'] || !isInstalled('redis-server', '--version')) return;
  const redis = await RedisServer.start();
  process.env['TEST_REDIS_URL'] = `redis://${redis.place}`;
  (globalThis as TestRun).redis = redis;
}
