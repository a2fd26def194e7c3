import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { Client } from 'pg';
import { CannotStart } from '../../src/config/cannot-start';
import { loadSettings } from '../../src/config/load-settings';
import { logger } from '../../src/common/logging/logger';
import { Service } from '../../src/service';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { FakePostgres, letsIn, oneRow, refuses } from '../support/fake-postgres';
import { asRoot, remove, temporaryFolder } from './embedded-postgres-support';

const SECRET = 's3cret-passw0rd';

describe('a setting that cannot work ends the start with one line that names it', () => {
  const folder = temporaryFolder();
  const servers: FakePostgres[] = [];
  const { level } = logger;
  let database: string;
  beforeAll(async () => {
    logger.level = 'silent';
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const server of servers) server.stop();
    await dropTestDatabase(database);
    remove(folder);
    logger.level = level;
  });

  /** The output for the operator who starts the service. */
  async function refusal(environment: Record<string, string>): Promise<string> {
    const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), ...environment };
    try {
      const service = await Service.start(loadSettings(settings), { listen: true });
      await service.stop();
      return 'It starts.';
    } catch (error) {
      const line = (error as CannotStart).message;
      expect(error).toBeInstanceOf(CannotStart);
      expect(line).not.toContain('\n');
      expect(line).not.toContain(SECRET);
      return line;
    }
  }

  async function server(answer: (message: Buffer) => Buffer | null): Promise<string> {
    const fake = await FakePostgres.start(answer);
    servers.push(fake);
    return fake.place;
  }

  const at = (place: string, query = ''): string => `postgres://parley:${SECRET}@${place}/parley${query}`;

  describe('DATABASE_URL', () => {
    const refusing = async (code: string, text: string): Promise<string> =>
      refusal({ DATABASE_URL: at(await server(() => refuses(code, text))) });

    it('where nothing listens', async () => {
      expect(await refusal({ DATABASE_URL: at('127.0.0.1:1') })).toBe(
        'DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1. Start PostgreSQL there, or correct the address.',
      );
    });

    it('whose host is not known', async () => {
      expect(await refusal({ DATABASE_URL: at('nowhere.invalid') })).toMatch(
        /^DATABASE_URL cannot be used: the host of nowhere\.invalid:5432 is not known here\. /,
      );
    });

    it('whose socket is not there', async () => {
      expect(await refusal({ DATABASE_URL: at('localhost', `?host=${encodeURIComponent(folder)}`) })).toMatch(
        new RegExp(`^DATABASE_URL cannot be used: ${folder} does not exist `),
      );
    });

    it('of a pooler that takes no parameters', async () => {
      expect(await refusing('08P01', 'unsupported startup parameter: statement_timeout')).toBe(
        'DATABASE_URL cannot be used: unsupported startup parameter: statement_timeout. If it is a pooler, set DATABASE_DIRECT_URL to the server itself.',
      );
    });

    it('whose password is wrong', async () => {
      expect(await refusing('28P01', 'password authentication failed for user "parley"')).toBe(
        'DATABASE_URL cannot be used: password authentication failed for user "parley". Correct user and password.',
      );
    });

    it('whose password is no text of an address', async () => {
      expect(await refusal({ DATABASE_URL: 'postgres://parley:%ff@127.0.0.1:1/x' })).toMatch(
        /^DATABASE_URL cannot be used: it contains a % that does not begin an encoded character\./,
      );
    });

    it('whose user is not let in without encryption', async () => {
      expect(await refusing('28000', 'no pg_hba.conf entry for host "::1", user "parley", no encryption')).toMatch(
        /^DATABASE_URL cannot be used: no pg_hba\.conf entry .*sslmode=verify-full\.$/,
      );
    });

    it('which asks a server for encryption that has none', async () => {
      const place = await server(() => null);
      expect(await refusal({ DATABASE_URL: at(place, '?ssl=true') })).toMatch(
        /^DATABASE_URL cannot be used: 127\.0\.0\.1:\d+ does not support encryption\./,
      );
    });

    it('whose database does not exist', async () => {
      const missing = new URL(database);
      missing.pathname = '/no_such_database';
      expect(await refusal({ DATABASE_URL: missing.href })).toBe(
        'DATABASE_URL cannot be used: database "no_such_database" does not exist. Create it (createdb), or correct the name.',
      );
    });

    it('whose account may not create tables', async () => {
      const restricted = new URL(database);
      restricted.searchParams.set('options', '-c role=pg_read_all_settings');
      expect(await refusal({ DATABASE_URL: restricted.href })).toMatch(
        /^DATABASE_URL cannot be used: permission denied .*The user needs permission to create tables/,
      );
    });

    it('which is a standby', async () => {
      const standby = new URL(database);
      standby.searchParams.set('options', '-c default_transaction_read_only=on');
      standby.pathname = '/postgres';
      expect(await refusal({ DATABASE_URL: standby.href })).toMatch(
        /^DATABASE_URL cannot be used: .*read-only transaction\. Use the primary server/,
      );
    });

    it('whose server is too old', async () => {
      const place = await server((message) =>
        message.includes('SHOW') ? oneRow('server_version_num', '140011') : letsIn,
      );
      expect(await refusal({ DATABASE_URL: at(place) })).toBe(
        'DATABASE_URL cannot be used: the server is PostgreSQL 14. Use version 15 or newer.',
      );
    });

    it('whose server has no connection left', async () => {
      expect(await refusing('53300', 'sorry, too many clients already')).toMatch(/max_connections/);
    });

    it('whose server never answers, or lets in and then says nothing', async () => {
      const places = await Promise.all([
        server(() => null),
        server((message) => (message.includes('user') ? letsIn : null)),
      ]);
      const began = performance.now();
      const pooler = await server((message) => {
        if (message.includes('SHOW')) return oneRow('server_version_num', '150000');
        return message.includes('user') ? letsIn : null;
      });
      const lines = await Promise.all([
        ...places.map((place) => refusal({ DATABASE_URL: at(place) })),
        refusal({ DATABASE_URL: at(pooler), DATABASE_DIRECT_URL: database }),
      ]);
      expect(lines).toEqual(
        [...places, pooler].map(
          (place) =>
            `DATABASE_URL cannot be used: ${place} does not answer like a PostgreSQL server. ` +
            'Check whether PostgreSQL runs there, and any proxy or firewall in between.',
        ),
      );
      expect(performance.now() - began).toBeLessThan(60_000);
    });

    it('whose server says something that commands a terminal', async () => {
      expect(await refusing('57000', 'no\u001b[31m\nway')).toBe('DATABASE_URL cannot be used: no [31m way (57000).');
    });
  });

  it('DATABASE_DIRECT_URL, which leads to another database than DATABASE_URL, and is not migrated', async () => {
    const other = await createTestDatabase();
    const client = new Client({ connectionString: other });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE');
    await client.query('CREATE SCHEMA public');
    expect(await refusal({ DATABASE_URL: database, DATABASE_DIRECT_URL: other })).toBe(
      'DATABASE_DIRECT_URL and DATABASE_URL lead to different databases. Set both to the same database: the server in DATABASE_DIRECT_URL, and its pooler in DATABASE_URL.',
    );
    const { rows } = await client.query(`SELECT to_regclass('migrations') AS migrations`);
    await client.end();
    await dropTestDatabase(other);
    expect(rows).toEqual([{ migrations: null }]);
  });

  describe('DATA_DIR', () => {
    it('which is a file', async () => {
      const DATA_DIR = join(folder, 'file');
      writeFileSync(DATA_DIR, '');
      const line = /^DATA_DIR \S+file cannot be used: a part of its path is a file, not a folder\. Move that file away/;
      expect(await refusal({ DATA_DIR })).toMatch(line);
      expect(await refusal({ DATA_DIR: join(DATA_DIR, 'deeper') })).toMatch(/ cannot be used: a part of its path/);
      expect(await refusal({ DATA_DIR, DATABASE_URL: database })).toMatch(line);
    });

    it('in which something is in the way', async () => {
      const DATA_DIR = join(folder, 'in-the-way');
      mkdirSync(DATA_DIR);
      writeFileSync(join(DATA_DIR, 'postgres'), '');
      expect(await refusal({ DATA_DIR })).toMatch(
        / cannot be used: a part of its path is a file.*in-the-way\/postgres/,
      );
    });

    it('whose path is too long', async () => {
      expect(await refusal({ DATA_DIR: join(folder, 'x'.repeat(300)) })).toMatch(/^DATA_DIR .* is too long/);
    });

    asRoot.each([
      ['read-only', 'ro', /it is on a read-only disk/],
      ['full from the beginning', 'size=4k', /the disk is full|no space left/i],
      ['full before the database is made', 'size=8m', /No space left on device/],
    ])('on a disk that is %s', async (_what, option, expected) => {
      const DATA_DIR = join(folder, option);
      mkdirSync(DATA_DIR);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `mode=755,${option}`, 'tmpfs', DATA_DIR]).status === 0;
      if (!mounted) return console.warn('Not tested here, where nothing can be mounted: a DATA_DIR on such a disk.');
      try {
        const line = await refusal({ DATA_DIR });
        expect(line).toMatch(/^DATA_DIR \S+ cannot be used: /);
        expect(line).toMatch(expected);
      } finally {
        // Lazily: what watched over the server may need a moment to be gone.
        spawnSync('umount', ['-l', DATA_DIR]);
      }
    });
  });

  describe('HOST and PORT', () => {
    let taken: Server;
    let port: string;
    beforeAll(async () => {
      taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      port = String((taken.address() as AddressInfo).port);
    });
    afterAll(() => taken.close());

    const listening = (more: Record<string, string>): Promise<string> => refusal({ DATABASE_URL: database, ...more });

    it('which another program has', async () => {
      expect(await listening({ PORT: port })).toBe(`PORT ${port} is in use by another program. Choose another PORT.`);
    });

    it('which are not of this machine', async () => {
      expect(await listening({ HOST: '192.0.2.1' })).toMatch(/^HOST 192\.0\.2\.1 is not an address of this machine\. /);
      expect(await listening({ HOST: 'nowhere.invalid' })).toMatch(
        /^HOST nowhere\.invalid (was not found|cannot be resolved)/,
      );
    });
  });

  it('PLANS_FILE, which is not there or no JSON', async () => {
    const PLANS_FILE = join(folder, 'plans.json');
    const line = new RegExp(`PLANS_FILE ${PLANS_FILE} cannot be used: `);
    const refused = async (): Promise<unknown> =>
      Service.start(loadSettings({ DATA_DIR: folder, DATABASE_URL: database, PLANS_FILE }), { listen: false });
    await expect(refused()).rejects.toThrow(line);
    writeFileSync(PLANS_FILE, '{');
    await expect(refused()).rejects.toThrow(line);
  });
});
