import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { problemOfPreparing } from '../../src/common/database/problem-of-preparing';
import { isInstalled } from '../docker/manifest';
import { PASSWORDS_ARTICLE } from '../factories/help-desk-fixtures';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';
import { dropRunDatabases, SERVER_URL } from '../support/database/test-server';
import { PGBOUNCER, PgBouncer } from '../support/pgbouncer';
import { SpawnedService } from '../support/spawned-service';

// PgBouncer reaches no server that lets in one account of this machine only, as the embedded one does.
const server = new URL(process.env['TEST_DATABASE_URL'] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`);
/** What a request is likely to meet first: transactions, locks, queues, streams, and statements that are hot. */
const SUITES = [
  'e2e/accounts',
  'e2e/chat',
  'background/contact-import',
  'e2e/contacts',
  'e2e/conversations',
  'e2e/credentials',
  'e2e/idempotency',
  'e2e/inbox-events',
  'e2e/inbox-replies',
  'e2e/rate-limits',
  'peers/source-indexing',
  'e2e/support-transitions',
  'e2e/visitor-messages',
];

const LOOK = `
  const client = new (require('pg').Client)({ connectionString: process.argv[1], connectionTimeoutMillis: 3000 });
  client.connect().then(() => client.end()).catch(() => (process.exitCode = 1));`;
const missing = [
  ...(isInstalled(PGBOUNCER, '--version') ? [] : ['pgbouncer']),
  ...(isInstalled(process.execPath, '-e', LOOK, server.href) ? [] : [`PostgreSQL at ${server.host}`]),
];
if (missing.length > 0) console.log(`Skipped for want of ${missing.join(' and ')}.`);

const version =
  missing.length > 0 ? '' : /[\d.]+/.exec(execFileSync(PGBOUNCER, ['--version'], { encoding: 'utf8' }))![0];

(missing.length === 0 ? describe : describe.skip)('PgBouncer in transaction mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'));
  const embedded = process.env[SERVER_URL];
  let pgbouncer: PgBouncer;

  beforeAll(async () => {
    process.env[SERVER_URL] = server.href;
    // Fewer than each process has: they have to share.
    pgbouncer = await PgBouncer.start(server, 4);
    process.env['TEST_POOLER'] = pgbouncer.place;
  });
  afterAll(async () => {
    pgbouncer.stop();
    await dropRunDatabases();
    process.env[SERVER_URL] = embedded;
    delete process.env['TEST_POOLER'];
    rmSync(folder, { recursive: true });
  });

  describe('under the service in processes of its own', () => {
    let direct: string;
    let settings: Record<string, string>;

    beforeAll(async () => {
      direct = await createTestDatabase();
      settings = { DATABASE_URL: pgbouncer.urlOf(direct), DATABASE_DIRECT_URL: direct, DATA_DIR: join(folder, 'data') };
    });
    afterAll(() => dropTestDatabase(direct));

    const onDatabase = async (sql: string): Promise<object[]> => {
      const client = new Client({ connectionString: direct });
      await client.connect();
      try {
        return (await client.query<object>(sql)).rows;
      } finally {
        await client.end();
      }
    };

    it('is named where DATABASE_URL alone leads through it', async () => {
      const { DATABASE_DIRECT_URL: _, ...others } = settings;
      await expect(SpawnedService.start(others)).rejects.toThrow(/set DATABASE_DIRECT_URL to the server itself/);
    });

    it('leads to the database that is migrated, or nothing is', async () => {
      const migrated = (more: object): { status: number | null; stderr: string } => {
        const { PATH, HOME } = process.env;
        const env = { PATH, HOME, ...settings, ...more };
        return spawnSync(process.execPath, ['dist/src/migrate.js'], { env, encoding: 'utf8' });
      };
      expect(migrated({})).toMatchObject({ status: 0, stderr: '' });
      const other = await createTestDatabase();
      const refusal = /DATABASE_DIRECT_URL and DATABASE_URL lead to different databases/;
      expect(migrated({ DATABASE_DIRECT_URL: other })).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(refusal) as string,
      });
      await expect(SpawnedService.start({ ...settings, DATABASE_DIRECT_URL: other })).rejects.toThrow(refusal);
      await dropTestDatabase(other);
    });

    it('is not used with a role whose statements nothing would end', async () => {
      await expect(SpawnedService.start(settings)).rejects.toThrow(/its role has no statement_timeout/);
    });

    it(`keeps prepared statements by default from version 1.24: ${version}`, async () => {
      const isKept = version.localeCompare('1.24', 'en', { numeric: true }) >= 0;
      expect(await problemOfPreparing(settings['DATABASE_URL']!)).toBe(isKept ? null : 'it lost a statement');
    });

    it('serves two processes on fewer connections than one of them has, and migrates past it', async () => {
      const name = new URL(direct).pathname.slice(1);
      await onDatabase(`ALTER ROLE CURRENT_USER IN DATABASE "${name}" SET statement_timeout = '30s'`);
      await onDatabase(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
      );
      const services = await Promise.all([SpawnedService.start(settings), SpawnedService.start(settings)]);
      try {
        const body = JSON.stringify({
          email: 'ada@example.com',
          password: PASSWORDS_ARTICLE.slice(0, 40),
          name: 'Ada',
        });
        const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000' };
        const replies = await Promise.all(
          Array.from({ length: 60 }, (_, index) =>
            fetch(`${services[index % 2]!.url}/${index % 3 === 0 ? 'accounts' : 'capabilities'}`, {
              ...(index % 3 === 0 && { method: 'POST', headers, body: body.replace('ada@', `ada${index}@`) }),
            }),
          ),
        );
        expect(replies.filter(({ ok }) => !ok)).toEqual([]);
        const [used] = await onDatabase(
          `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
        );
        expect(used).toEqual({ connections: 4 });
      } finally {
        await Promise.all(services.map((service) => service.stop()));
      }
    });
  });

  for (const suite of SUITES) {
    describe(suite, () => {
      // oxlint-disable-next-line typescript/no-require-imports -- suites are brought in as test/together does it
      require(`../${suite}.spec.ts`);
    });
  }
});
