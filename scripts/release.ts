// Makes a release of what is committed on main:
//   npm run release -- patch|minor|major|X.Y.Z [--dry-run]
// It writes the version wherever it stands, and CHANGELOG.md from the commits since the last release, commits and tags
// both, and prints what is left to do. Nothing is pushed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rsort, valid } from 'semver';
import { nextVersion, NotReleasable } from './release/next-version';

/** What names the version besides package.json: the chart, and the examples. Not openapi.json, whose version is its own. */
const NAMING = ['docker/helm/parley/Chart.yaml', 'docs/operations/install.md'];
const CHANGELOG = 'CHANGELOG.md';
const CHANGELOG_HEAD = `# Changelog

Made of the commits by \`npm run release\`. What an operator must know is in [Upgrading](docs/upgrading.md).
`;

function main([target = '', ...options]: string[]): void {
  const other = options.find((option) => option !== '--dry-run');
  if (other !== undefined) throw new NotReleasable(`There is no option ${other}.`);
  const branch = run('git', 'branch', '--show-current');
  if (branch !== 'main') throw new NotReleasable(`Releases are made on main; this is ${branch || 'no branch'}.`);
  if (run('git', 'status', '--porcelain') !== '') throw new NotReleasable('Commit or stash your changes first.');

  const tags = run('git', 'tag', '--list', 'v*').split('\n').filter(Boolean);
  const { version: current } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const version = nextVersion(current, target, tags);
  const chapter = chapterOf(version, tags);
  if (options.includes('--dry-run')) {
    console.log(`${current} → ${version}; nothing is written\n\n${chapter}`);
    return;
  }

  const texts = NAMING.map((file) => [file, naming(file, current, version)] as const);
  const changelog = `${CHANGELOG_HEAD}\n${chapter}${chaptersBefore()}`;
  for (const [file, text] of [...texts, [CHANGELOG, changelog] as const]) writeFileSync(file, text);
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
  run('git', 'add', '--', 'package.json', 'package-lock.json', CHANGELOG, ...NAMING);
  run('git', 'commit', '--quiet', '--message', `build: release ${version}`);
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Parley ${version}`);
  console.log(whatIsLeft(version));
}

/** What the commits since the latest release added, fixed, made faster or broke. */
function chapterOf(version: string, tags: readonly string[]): string {
  const [latest] = rsort(tags.filter((tag) => valid(tag)));
  const chapter = run('node', join(__dirname, 'release/chapter.mjs'), version, ...(latest ? [latest] : []));
  if (!/^\* /m.test(chapter)) throw new NotReleasable(`Nothing that users notice has changed since ${latest}.`);
  return `${chapter}\n`;
}

function chaptersBefore(): string {
  if (!existsSync(CHANGELOG)) return '';
  const text = readFileSync(CHANGELOG, 'utf8');
  if (!text.startsWith(CHANGELOG_HEAD)) throw new NotReleasable(`${CHANGELOG} does not begin as this script began it.`);
  return text.slice(CHANGELOG_HEAD.length);
}

function naming(file: string, current: string, version: string): string {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(current)) throw new NotReleasable(`${file} does not name ${current}, so what would it name now?`);
  return text.replaceAll(current, version);
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

function whatIsLeft(version: string): string {
  return `Parley ${version} is committed and tagged. To undo that:
  git tag --delete v${version} && git reset --hard HEAD~1

To publish it, with your registry:
  git push --follow-tags origin main
  docker build --file docker/Dockerfile --tag registry.example.com/parley:${version} .
  docker push registry.example.com/parley:${version}
  helm package docker/helm/parley
  helm push parley-${version}.tgz oci://registry.example.com/charts`;
}

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof NotReleasable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
