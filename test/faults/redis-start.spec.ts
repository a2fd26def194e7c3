import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { REDIS_BOUNDS } from '../../src/common/redis/redis-connection';
import { CannotStart } from '../../src/config/cannot-start';
import { logger } from '../../src/common/logging/logger';
import { loadSettings } from '../../src/config/load-settings';
import { Service } from '../../src/service';
import { isInstalled } from '../docker/manifest';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { RedisServer } from '../support/redis-server';
import { remove, temporaryFolder } from './embedded-postgres-support';

const SECRET = 's3cret-passw0rd';
const hasServer = isInstalled('redis-server', '--version');
if (!hasServer) console.log('Skipped for want of redis-server: what it says to a start.');

describe('a REDIS_URL that cannot work ends the start with one line that names it', () => {
  const usual = { ...REDIS_BOUNDS };
  const { level } = logger;
  const folder = temporaryFolder();
  const servers: { stop(): unknown }[] = [];
  let DATABASE_URL: string;
  beforeAll(async () => {
    logger.level = 'silent';
    REDIS_BOUNDS.open = 1_000;
    DATABASE_URL = await createTestDatabase();
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await dropTestDatabase(DATABASE_URL);
    remove(folder);
    Object.assign(REDIS_BOUNDS, usual);
    logger.level = level;
  });

  async function refusal(REDIS_URL: string): Promise<string> {
    const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, RUN_WORKER: 'no', DATABASE_URL, REDIS_URL };
    try {
      const service = await Service.start(loadSettings(settings), { listen: true });
      await service.stop();
      return 'It starts.';
    } catch (error) {
      expect(error).toBeInstanceOf(CannotStart);
      const [line = '', ...more] = (error as CannotStart).problems;
      expect(more).toEqual([]);
      expect(line).not.toMatch(new RegExp(`\n|${SECRET}`));
      return line;
    }
  }

  /** A Redis of that kind. */
  async function redis(...settings: string[]): Promise<string> {
    const server = await RedisServer.start(...settings);
    servers.push(server);
    return server.place;
  }

  /** Another server that listens at the port. */
  async function stranger(answer: string | null): Promise<string> {
    const server: Server = createServer((socket) => {
      socket.on('error', () => {}).on('data', () => answer !== null && socket.end(answer));
    }).listen(0, '127.0.0.1');
    servers.push({ stop: () => server.close() });
    await new Promise((resolve) => server.once('listening', resolve));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const at = (place: string, path = ''): string => `redis://:${SECRET}@${place}${path}`;

  it.each([
    ['http://127.0.0.1', /^REDIS_URL must be an absolute URL that begins with redis:\/\/ or rediss:\/\/$/],
    [at('127.0.0.1:6379', '/one'), /^REDIS_URL must end with the number of a database, or with nothing after host/],
    [
      at('127.0.0.1:1'),
      'REDIS_URL cannot be used: nothing listens at 127.0.0.1:1. Start Redis there, or correct the address.',
    ],
    [at('nowhere.invalid'), /^REDIS_URL cannot be used: the host of nowhere\.invalid:6379 is not known here\. /],
    [
      'redis://parley:%ff@127.0.0.1:1',
      /^REDIS_URL cannot be used: it contains a % that does not begin an encoded character\. /,
    ],
  ])('%s', async (url, expected) => {
    expect(await refusal(url)).toMatch(expected);
  });

  it.each([
    ['never answers', null],
    ['is a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['hangs up', ''],
  ])('of another server that %s', async (_who, answer) => {
    const place = await stranger(answer);
    expect(await refusal(at(place))).toBe(
      `REDIS_URL cannot be used: ${place} does not answer like a Redis server. Check whether Redis runs there, and whether it requires encryption (rediss://).`,
    );
  });

  (hasServer ? it : it.skip).each([
    [
      'wants another password',
      ['--requirepass', 'another'],
      '',
      /^the user or the password is wrong\. Correct them\.$/,
    ],
    [
      'is a replica',
      ['--replicaof', '127.0.0.1 1', '--requirepass', SECRET],
      '',
      /is a replica\. Name the primary server\.$/,
    ],
    [
      'is part of a cluster',
      ['--cluster-enabled', 'yes', '--requirepass', SECRET],
      '',
      /is part of a Redis Cluster\. Name a server that is not\.$/,
    ],
    [
      'has no memory left',
      ['--maxmemory', '1', '--requirepass', SECRET],
      '',
      /has no memory left\. Raise its maxmemory\.$/,
    ],
    [
      'has no such database',
      ['--requirepass', SECRET],
      '/99',
      /^it has no database with that number\. Correct the end of the address\.$/,
    ],
    [
      'allows no writes',
      ['--requirepass', SECRET, '--user', 'default', 'on', `>${SECRET}`, '~*', '&*', '+@all', '-eval'],
      '',
      /^its user lacks permissions\. It needs EVAL, /,
    ],
  ])('of a Redis that %s', async (_what, settings, path, expected) => {
    const line = await refusal(at(await redis(...settings), path));
    expect(line).toMatch(/^REDIS_URL cannot be used: /);
    expect(line.replace('REDIS_URL cannot be used: ', '')).toMatch(expected);
  });

  (hasServer ? it : it.skip)('of a Redis that wants a password where the address has none', async () => {
    const place = await redis('--requirepass', 'another');
    expect(await refusal(`redis://${place}`)).toBe(
      'REDIS_URL cannot be used: it requires a password. Add it to the address.',
    );
  });

  (hasServer ? it : it.skip)('which works does not', async () => {
    expect(await refusal(at(await redis('--requirepass', SECRET), '/3'))).toBe('It starts.');
  });
});
