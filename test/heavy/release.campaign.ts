import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const SCRIPT = resolve(__dirname, '../../scripts/release.ts');
const REGISTER = resolve(__dirname, '../../scripts/register-swc.js');

describe('npm run release', () => {
  let folder: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'core.hooksPath=/dev/null', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const commit = (message: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', message);
  };
  const release = (...args: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', REGISTER, SCRIPT, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, output: `${stdout}${stderr}` };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-release-'));
    git('init', '--quiet', '--initial-branch', 'main');
    git('config', 'user.name', 'Somebody');
    git('config', 'user.email', 'somebody@example.com');
    write('package.json', `${JSON.stringify({ name: 'parley', version: '1.2.3', private: true }, null, 2)}\n`);
    const lock = {
      name: 'parley',
      version: '1.2.3',
      lockfileVersion: 3,
      packages: { '': { name: 'parley', version: '1.2.3' } },
    };
    write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
    write('docker/helm/parley/Chart.yaml', "version: 1.2.3\nappVersion: '1.2.3'\n");
    write('docs/operations/install.md', 'docker build --tag parley:1.2.3 .\n');
    commit('feat: chat with an agent');
    git('tag', '--annotate', 'v1.2.3', '--message', 'Parley 1.2.3');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('writes the version and the changelog, commits and tags, and says what is left', () => {
    commit('feat(inbox): labels');
    commit('fix: mails are sent once');
    commit('test: and this is nobody’s business');
    commit('feat(api)!: hosts that nobody set up are unknown');
    const { status, output } = release('minor');
    expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining('parley:1.3.0') });
    expect(output).toContain('git push --follow-tags origin main');
    expect(output).toContain('helm package docker/helm/parley');

    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('build: release 1.3.0');
    expect(git('describe', '--exact-match')).toBe('v1.3.0');
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.3.0' });
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '1.3.0',
      packages: { '': { version: '1.3.0' } },
    });
    expect(read('docker/helm/parley/Chart.yaml')).toBe("version: 1.3.0\nappVersion: '1.3.0'\n");
    expect(read('docs/operations/install.md')).toContain('parley:1.3.0');
    const changelog = read('CHANGELOG.md');
    expect(changelog).toMatch(/^# Changelog\n[^#]*\n## 1\.3\.0 /);
    expect(changelog).toMatch(/BREAKING CHANGES\n\n.*hosts that nobody set up/);
    expect(changelog).toMatch(/\* \*\*inbox:\*\* labels/);
    expect(changelog).toMatch(/\* mails are sent once/);
    expect(changelog).not.toMatch(/business|chat with an agent|http/);

    // The next chapter stands above this one.
    commit('fix: labels have colours');
    expect(release('2.0.0-rc.1')).toMatchObject({ status: 0 });
    expect(
      read('CHANGELOG.md')
        .match(/^#+ \[?\d+\.\d+\.\d+\S*/gm)!
        .map((line) => line.replace(/^#+ /, '')),
    ).toEqual(['2.0.0-rc.1', '1.3.0']);
    expect(read('CHANGELOG.md').match(/labels have colours/g)).toHaveLength(1);
  });

  it('writes nothing with --dry-run', () => {
    commit('feat: labels');
    const before = git('rev-parse', 'HEAD');
    const { status, output } = release('patch', '--dry-run');
    expect(status).toBe(0);
    expect(output).toMatch(/^1\.2\.3 → 1\.2\.4; nothing is written\n[^]*\* labels/);
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', 'v1.2.3']);
  });

  it.each<[string, string, () => void]>([
    ['2.0', 'Say what to release', () => undefined],
    ['', 'Say what to release', () => undefined],
    ['1.2.3', '1.2.3 is not later than 1.2.3', () => undefined],
    ['1.0.0', '1.0.0 is not later than 1.2.3', () => undefined],
    ['minor', '1.3.0 is not later than v1.9.0', () => git('tag', 'v1.9.0', 'HEAD~1')],
    [
      'minor',
      'Commit or stash your changes first',
      () => {
        write('new.txt', '');
      },
    ],
    ['minor', 'Releases are made on main; this is feature', () => git('switch', '--quiet', '--create', 'feature')],
    ['minor', 'Releases are made on main; this is no branch', () => git('switch', '--quiet', '--detach')],
    [
      'minor',
      'does not name 1.2.3',
      () => {
        write('docs/operations/install.md', '');
        commit('docs: nothing');
      },
    ],
    ['minor', 'Nothing that users notice has changed since v1.2.3', () => git('reset', '--quiet', '--hard', 'v1.2.3')],
  ])('refuses %j: %s', (argument, reason, arrange) => {
    commit('feat: labels');
    arrange();
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
    const { status, output } = release(argument);
    expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining(reason) as unknown });
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before);
  });
});
