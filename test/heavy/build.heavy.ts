import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const COPIED = ['.swcrc', 'migrations', 'nest-cli.json', 'package-lock.json', 'package.json', 'scripts', 'src'];

describe('what `npm start` compiles', () => {
  const tree = mkdtempSync(join(tmpdir(), 'parley-build-'));
  const at = (name: string): string => join(tree, name);

  beforeAll(() => {
    for (const name of [...COPIED, 'tsconfig.json', 'tsconfig.build.json'])
      cpSync(join(ROOT, name), at(name), { recursive: true });
    mkdirSync(at('node_modules'));
    for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => !/^\.(?!bin)/.test(one)))
      symlinkSync(join(ROOT, 'node_modules', name), at(`node_modules/${name}`));
  });
  afterAll(() => rmSync(tree, { recursive: true }));

  const begun = (): ChildProcess =>
    spawn(process.execPath, ['scripts/build-if-stale.js'], { cwd: tree, stdio: 'ignore' });

  /** Whether it compiled. */
  async function compiled(): Promise<boolean> {
    rmSync(at('dist/untouched'), { force: true });
    if (existsSync(at('dist'))) writeFileSync(at('dist/untouched'), '');
    expect((await once(begun(), 'exit'))[0]).toBe(0);
    return !existsSync(at('dist/untouched'));
  }

  it('is everything at first, and nothing where nothing has changed', async () => {
    writeFileSync(at('src/leftover.ts'), 'export const leftover = 1;');
    expect(await compiled()).toBe(true);
    expect(await compiled()).toBe(false);
    for (const name of [
      'src/main.js',
      'src/main.js.map',
      'src/leftover.js',
      'migrations/agents/index.js',
      'parley.cjs',
    ])
      expect([name, existsSync(at(`dist/${name}`))]).toEqual([name, true]);
    expect(readdirSync(at('dist'), { recursive: true }).filter((name) => String(name).includes('.spec.'))).toEqual([]);
  });

  it('is everything where a source has changed; of one that is gone nothing stays', async () => {
    unlinkSync(at('src/leftover.ts'));
    appendFileSync(at('migrations/agents/index.ts'), 'export const added = 1;');
    expect(await compiled()).toBe(true);
    expect(readFileSync(at('dist/migrations/agents/index.js'), 'utf8')).toContain('added');
    expect(existsSync(at('dist/src/leftover.js'))).toBe(false);
  });

  it('is everything after a build that did not come to its end', async () => {
    unlinkSync(at('dist/parley.cjs'));
    mkdirSync(at('node_modules/.cache'), { recursive: true });
    writeFileSync(at('node_modules/.cache/build.pid'), '99999999');
    expect(await compiled()).toBe(true);
  });

  it('is compiled once where two start at once', async () => {
    appendFileSync(at('src/main.ts'), '\nvoid 1;');
    const both = [begun(), begun()].map((one) => once(one, 'exit'));
    expect((await Promise.all(both)).map(([status]: unknown[]) => status)).toEqual([0, 0]);
    expect(existsSync(at('dist/parley.cjs'))).toBe(true);
    expect(await compiled()).toBe(false);
  });
});
