// Compiles src and migrations into dist (main is dist/src/main.js), and the command line into dist/parley.cjs. With
// --if-stale only when dist does not hold what the sources say, so that `npm start` and `npm run demo` work on a fresh
// clone and cost nothing afterwards.
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { bundleCommandLine } = require('./bundle-command-line');
const { generateMetadata } = require('./generate-metadata');
const { digest, root, sourceFiles } = require('./source-digest');

const dist = path.join(root, 'dist');
const stampFile = path.join(dist, 'build.digest');

function build() {
  rmSync(stampFile, { force: true });
  generateMetadata();
  removeOrphans();
  const tsc = require.resolve('typescript/bin/tsc');
  // Output to stderr: what a started command prints on stdout is its own.
  const { status } = spawnSync(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.build.json')], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  bundleCommandLine(path.join(dist, 'parley.cjs'));
  writeFileSync(stampFile, currentDigest());
}

function isCurrent() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentDigest();
}

function currentDigest() {
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'scripts/bundle-command-line.js'].map(
    (name) => path.join(root, name),
  );
  return digest([...settings, ...sourceFiles('src', 'migrations')]);
}

/** tsc leaves the output of a deleted or renamed source behind, and a migration left behind would still run. */
function removeOrphans() {
  for (const folder of ['src', 'migrations'].filter((name) => existsSync(path.join(dist, name)))) {
    for (const name of readdirSync(path.join(dist, folder), { recursive: true })) {
      const source = path.join(root, folder, name.replace(/\.js(\.map)?$/, '.ts'));
      if (/\.js(\.map)?$/.test(name) && !existsSync(source)) rmSync(path.join(dist, folder, name));
    }
  }
}

if (!(process.argv.includes('--if-stale') && isCurrent())) {
  if (process.argv.includes('--if-stale')) console.error('Compiling …');
  build();
}
