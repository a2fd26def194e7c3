// Runs the end-to-end suites of the previous release on the current schema:
//   npm run test:previous-release [-- SUITE …]
// Between a migration and the end of a rollout, processes of that release work on that schema. If there is no release yet, or
// none whose migrations differ, it says so and passes.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rsort, valid } from 'semver';

const ROOT = resolve('.');

function main(suites: readonly string[]): number {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD')
    .split('\n')
    .filter((tag) => valid(tag));
  const [release] = rsort(tags);
  if (release === undefined) return done('There is no previous release.');
  if (git('diff', '--name-only', release, '--', 'migrations') === '' && !hasUncommittedMigrations())
    return done(`The migrations have not changed since ${release}, so there is nothing to test.`);
  const tree = mkdtempSync(join(tmpdir(), 'parley-release-'));
  try {
    git('worktree', 'add', '--detach', tree, release);
    bringPackages(tree);
    console.log(`Running the suites of ${release} on the current schema:`);
    const jest = [
      '--config',
      'jest.config.js',
      ...(suites.length > 0 ? suites : ['test/e2e', 'test/background', 'test/peers']),
    ];
    const env = { ...process.env, TEST_SCHEMA_OF: ROOT };
    return spawnSync(join(tree, 'node_modules/.bin/jest'), jest, { cwd: tree, env, stdio: 'inherit' }).status ?? 1;
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(tree, { recursive: true, force: true });
  }
}

function hasUncommittedMigrations(): boolean {
  return git('status', '--porcelain', '--', 'migrations') !== '';
}

/** Those of now, if they are the same: `npm ci` takes a minute. */
function bringPackages(tree: string): void {
  const lockOf = (folder: string): string => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync('node_modules') && lockOf(tree) === lockOf(ROOT)) {
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    return;
  }
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'inherit' });
}

function git(...words: string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' }).trim();
}

function done(text: string): number {
  console.log(text);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
