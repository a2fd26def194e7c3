import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { linesOf } from '../support/log-lines';

const ROOT = resolve(__dirname, '../..');
const COPIED = ['.swcrc', 'bin', 'docs', 'migrations', 'openapi.json', 'scripts', 'src'];
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'README.md',
];
const PATIENCE_MS = 90_000;

const SETTINGS = {
  NODE_ENV: 'production',
  SECRET_KEY: 'k'.repeat(40),
  MAIL_FROM: 'Help <help@example.com>',
  PORT: '0',
};

describe('production without development packages, as docs/operations/install.md says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-production-'));
  const [tree, data] = [join(folder, 'tree'), join(folder, 'data')];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], HOST: '127.0.0.1', DATA_DIR: data };

  beforeAll(() => {
    for (const name of [...COPIED, ...FILES]) cpSync(join(ROOT, name), join(tree, name), { recursive: true });
    rmSync(join(tree, 'src/metadata.ts'), { force: true });
    // Hard links where both are on one disk: prune removes names, and leaves the files alone.
    const [from, to] = [join(ROOT, 'node_modules'), join(tree, 'node_modules')];
    if (spawnSync('cp', ['-al', from, to]).status === 0) return;
    rmSync(to, { recursive: true, force: true });
    expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  function sh(command: string, settings: Record<string, string> = {}): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: tree,
      env: { ...env, ...settings },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  it('is built and pruned', () => {
    const page = readFileSync(join(ROOT, 'docs/operations/install.md'), 'utf8');
    const [, documented = ''] = /^npm ci && (npm run build && npm prune --omit=dev)$/m.exec(page) ?? [];
    const { status, output } = sh(documented);
    expect([status, output]).toEqual([0, expect.stringMatching(/the command line … [\d.]+ s\n/)]);
    expect(output).not.toMatch(/npm (?:warn|error)/i);
    const isThere = (name: string): boolean => existsSync(join(tree, 'node_modules', name));
    expect(['@nestjs/core', 'jest', '@swc/core', 'esbuild'].map(isThere)).toEqual([true, false, false, false]);
  }, 180_000);

  it('names an invalid setting before it loads the rest, with npm and without', () => {
    for (const command of ['npm start --silent', 'node dist/src/main.js']) {
      const { status, output } = sh(command, { ...SETTINGS, PORT: 'x', MAIL_FORM: 'a@example.com' });
      expect([status, linesOf(output).map(({ msg }) => msg)]).toEqual([
        1,
        ['PORT must be a whole number from 0 to 65535'],
      ]);
    }
  }, 120_000);

  it('serves, warns of likely mistakes at its start, and ends in order', async () => {
    const service = spawn('npm', ['start', '--silent'], {
      cwd: tree,
      env: { ...env, ...SETTINGS, SMTP_ULR: 'smtp://user:s3cret@mail.example.com' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collected(service);
    const port = await portOf(service, output);
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { host: 'localhost:3000' } });
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
    const messages = linesOf(output()).map(({ msg }) => msg);
    expect(messages).toContain('SMTP_ULR is not a setting and has no effect. Did you mean SMTP_URL?');
    expect(messages.filter((text) => text.startsWith('SMTP_URL is not set'))).toHaveLength(1);
    expect(messages.at(-1)).toBe('stopped');
    expect(output()).not.toContain('s3cret');
  }, 120_000);

  it('prints the commands that compile where its sources have changed, and no stack', () => {
    appendFileSync(join(tree, 'src/main.ts'), '\nvoid 1;');
    for (const command of ['npm start', 'npm run build']) {
      const { status, output } = sh(command, SETTINGS);
      expect([status, output]).toEqual([1, expect.stringContaining('npm ci --include=dev && npm run build')]);
      expect(output).not.toMatch(/^ {4}at /m);
    }
  }, 60_000);

  it('runs a folder without sources as it is', () => {
    rmSync(join(tree, 'src'), { recursive: true });
    const { status, output } = sh('npm start --silent', { ...SETTINGS, PORT: 'x' });
    expect([status, output]).toEqual([1, expect.stringContaining('PORT must be')]);
  }, 60_000);
});

function collected(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }
  return () => text;
}

async function portOf(child: ChildProcess, output: () => string): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const [, port] = /"port":(\d+),"api"/.exec(output()) ?? [];
    if (port) return Number(port);
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It never became ready:\n${output()}`);
    await pause(50);
  }
}
