import { isInstalled } from '../../docker/manifest';
import { RedisServer } from '../redis-server';
import { providePostgres } from './provided-postgres';
import type { TestRun } from './test-run';

/** Jest's globalSetup: one server of each kind for the whole run. */
export default async function globalSetup(): Promise<void> {
  await providePostgres();
  await provideRedis();
}

/** Where it is not installed, suites look for one that is running, and skip what needs it where there is none. */
async function provideRedis(): Promise<void> {
  if (process.env['TEST_REDIS_URL'] || !isInstalled('redis-server', '--version')) return;
  const redis = await RedisServer.start();
  process.env['TEST_REDIS_URL'] = `redis://${redis.place}`;
  (globalThis as TestRun).redis = redis;
}
