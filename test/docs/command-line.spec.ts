import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aCommandDesk, type CommandDesk } from '../factories/command-fixtures';
import { aContact } from '../factories/contact';
import { type Parley, startParley } from '../support/parley';

const { bundleCommandLine } = jest.requireActual<{ bundleCommandLine: (outfile: string) => string[] }>(
  '../../scripts/bundle-command-line',
);

/** The file that people install, on a machine that has nothing else. */
describe('the command line as one file', () => {
  let parley: Parley;
  let desk: CommandDesk;
  let folder: string;
  let inputs: string[];
  beforeAll(async () => {
    parley = await startParley({ settings: { RUN_WORKER: 'yes' } });
    desk = await aCommandDesk(parley);
    folder = await mkdtemp(join(tmpdir(), 'parley-bin-'));
    inputs = bundleCommandLine(join(folder, 'parley'));
    await chmod(join(folder, 'parley'), 0o755);
  });
  afterAll(async () => {
    await desk.cli.remove();
    await parley.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const bash = (script: string) => {
    const env = { ...process.env, ...desk.cli.env, PATH: `${folder}:${process.env['PATH']}`, NODE_PATH: '' };
    return promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd: folder, env });
  };

  it('has nothing of the server in it', () => {
    const packages = inputs.map((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? 'src');
    const own = inputs.filter((input) => input.startsWith('src/'));
    expect([...new Set(packages)].filter((name) => /^(@nestjs|typeorm|pg|express|class-)/.test(name))).toEqual([]);
    expect(own.filter((input) => !/^src\/(cli\.ts|command-line\/|audit-chain\/)/.test(input))).toEqual([]);
  });

  it('comes from the service itself', async () => {
    const reply = await fetch(`${parley.url}/parley.cjs`);
    // Where the service was never built there is none.
    expect([200, 404]).toContain(reply.status);
    const compiled = await readFile('dist/parley.cjs', 'utf8').catch(() => null);
    expect(reply.status).toBe(compiled === null ? 404 : 200);
    if (compiled === null) return;
    expect(await reply.text()).toBe(compiled);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename=parley.cjs');
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const again = await fetch(`${parley.url}/parley.cjs`, { headers: { range: 'bytes=99999999-' } });
    expect([again.status, (await again.text()).length]).toEqual([200, compiled.length]);
  });

  it('brings the licences of what is in it', async () => {
    const text = await readFile(join(folder, 'parley'), 'utf8');
    for (const name of ['commander', 'cli-table3', 'string-width', 'cli-progress', 'read']) {
      expect(text).toMatch(new RegExp(`^${name}: (MIT|ISC)\\n.*(MIT|ISC|License)`, 'm'));
    }
  });

  it('does what docs/command-line.md shows', async () => {
    await aContact(parley, desk.workspace, desk.owner, { name: 'Ann Lee', email: 'ann@example.com' });
    const page = await readFile('docs/command-line.md', 'utf8');
    const shown = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script = '']) => script).slice(1);
    expect(shown.length).toBeGreaterThan(1);
    const printed = [];
    for (const script of shown) printed.push((await bash(script)).stdout);
    expect(printed[0]).toMatch(/^widgetConfig\.accentColor\t#336699$/m);
    expect(printed[1]).toContain('"email":"ann@example.com"}]');
    expect(printed[1]).toMatch(/^unchanged\t1$/m);
  });

  it('is quiet when its reader has seen enough', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `Ann ${n},ann${n}@example.com`);
    await writeFile(join(folder, 'many.csv'), `name,email\n${rows.join('\n')}\n`);
    const { stdout, stderr } = await bash(`
      parley contacts import --input many.csv > record.txt
      set +o pipefail
      parley contacts list --all --fields id | head -1
      parley contacts export | head -1
    `);
    expect([stderr, stdout.split('\n')[0], stdout.split('\n').length]).toEqual(['', 'id', 3]);
  });

  it('keeps no part of an answer that a disk has no room for', async () => {
    for (const blocks of [20, 60, 100]) {
      const { stdout } = await bash(
        `(ulimit -f ${blocks}; parley contacts export --output part.csv 2>/dev/null || echo $?); ls | grep part || true`,
      );
      expect([blocks, stdout]).toEqual([blocks, '2\n']);
    }
  });

  it('ends with the code of what it met', async () => {
    const code = (command: string) => bash(`${command}; echo $?`.replace('; echo', ' 2>/dev/null || echo'));
    expect((await code('PARLEY_TOKEN=ca_wrong parley workspaces list')).stdout).toBe('3\n');
    expect((await code('parley agents get --agent 01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00')).stdout).toBe('5\n');
    expect((await code('timeout 20 parley contacts import --workspace . --input many.csv')).stdout).toBe('5\n');
    expect((await code('timeout 20 parley contacts import --input /proc/self/mem')).stdout).toBe('2\n');
    expect(
      (await code('PARLEY_TOKEN_FILE=<(echo $PARLEY_TOKEN) PARLEY_TOKEN= parley whoami >/dev/null && echo 0')).stdout,
    ).toBe('0\n');
    expect((await code('PARLEY_URL=http://127.0.0.1:1 parley agents list')).stdout).toBe('6\n');
  });
});
