import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { remove, temporaryFolder } from '../faults/embedded-postgres-support';
import { createTestDatabase, dropTestDatabase } from '../support/database/test-database';

interface Line {
  level: number;
  msg: string;
  port?: number;
  origin?: string;
  err?: { type: string; stack: string };
}

interface Run {
  status: number | null;
  lines: Line[];
}

/** What the person sees who is called at night: the log of the service as it was built, of which every line is JSON. */
describe('the log of the built service', () => {
  const folder = temporaryFolder();
  let database: string;
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(async () => {
    await dropTestDatabase(database);
    remove(folder);
  });

  /** Both streams of a program until it ends; `meanwhile` begins when it is ready, and then it is asked to end. */
  async function run(
    program: string,
    settings: Record<string, string>,
    meanwhile?: (url: string) => Promise<unknown>,
  ): Promise<Run> {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), ...settings };
    const child = spawn(process.execPath, [`dist/src/${program}.js`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        text += more;
        const [, port] = /"port":(\d+),.*"msg":"ready"/.exec(more) ?? [];
        if (port) void meanwhile?.(`http://127.0.0.1:${port}/api/v1`).finally(() => child.kill());
      });
    const [status] = (await once(child, 'close')) as [number | null];
    return {
      status,
      lines: text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line),
    };
  }

  /** A module that is loaded before the program. */
  function beforehand(name: string, code: string): string {
    const file = join(folder, name);
    writeFileSync(file, code);
    return `--require ${file}`;
  }

  const DATABASE = (): Record<string, string> => ({ DATABASE_URL: database });

  it('names the TypeScript file and line where a request failed', async () => {
    const { status, lines } = await run('main', DATABASE(), async (url) => {
      const client = new Client({ connectionString: database });
      await client.connect();
      await client.query('ALTER TABLE accounts RENAME TO accounts_gone');
      const body = JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(`${url}/sessions`, { method: 'POST', headers, body })).status).toBe(500);
      await client.query('ALTER TABLE accounts_gone RENAME TO accounts');
      await client.end();
    });
    const failed = lines.find(({ msg }) => msg === 'request failed');
    expect(failed?.err?.stack).toMatch(/\/src\/accounts\/[\w/.-]+\.ts:\d+:\d+/);
    expect(failed?.err?.stack).not.toContain('/dist/');
    expect([status, lines.at(-1)?.msg]).toEqual([0, 'stopped']);
  });

  it.each(['main', 'worker', 'migrate'])(
    'says in JSON why %s does not start, a line for each reason',
    async (program) => {
      const { status, lines } = await run(program, { NODE_ENV: 'production', PORT: '-1' });
      expect([status, lines.map(({ level, msg }) => [level, msg.split(' ')[0]])]).toEqual([
        1,
        [
          [60, 'PORT'],
          [60, 'SECRET_KEY'],
          [60, 'VAPID_SUBJECT'],
        ],
      ]);
    },
  );

  it('says so even where nothing is to be logged', async () => {
    const { lines } = await run('main', { LOG_LEVEL: 'silent', DATABASE_URL: 'postgres://127.0.0.1:1/parley' });
    expect(lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^DATABASE_URL cannot be used/)]);
  });

  it('has in JSON an unforeseen error that ends a start, with its message', async () => {
    const NODE_OPTIONS = beforehand(
      'broken.js',
      'process.memoryUsage.rss; Promise.race = () => { throw new Error("Oops.") };',
    );
    const { status, lines } = await run('main', { ...DATABASE(), NODE_OPTIONS });
    expect(status).toBe(1);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 60,
        msg: 'Oops.',
        err: expect.objectContaining({ stack: expect.stringMatching(/\/src\/service\.ts:\d+/) }),
      }),
    ]);
  });

  it('has in JSON what Node itself has to say', async () => {
    const NODE_OPTIONS = beforehand(
      'later.js',
      `setInterval(() => {}, 1000);
       setTimeout(() => process.emitWarning('Beware', { code: 'BEWARE' }), 500);
       setTimeout(() => Promise.reject(new Error('Nobody listens.')), 600);`,
    );
    const { status, lines } = await run('worker', { DATABASE_URL: 'postgres://10.255.255.1/parley', NODE_OPTIONS });
    expect(status).toBe(1);
    expect(lines.map(({ level, msg, origin }) => [level, msg, origin])).toEqual([
      [40, 'warning of the runtime', undefined],
      [60, 'not caught', 'unhandledRejection'],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Beware|Nobody listens/);
  });
});
