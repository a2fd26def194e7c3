// Changes the code of one folder in every way that Stryker knows, and tells which changes no test notices:
// `npm run mutation -- FOLDER`, where FOLDER is one of folders.js. Slow, so part of nothing else.
const { spawn, spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');
const { default: globalSetup } = require('../test/support/database/global-setup');
const { default: globalTeardown } = require('../test/support/database/global-teardown');
const folders = require('./folders');

const modules = path.join(__dirname, 'node_modules');

async function main(folder) {
  if (!(folder in folders)) {
    console.error(`npm run mutation -- FOLDER, one of:\n${Object.keys(folders).join('\n')}`);
    return 2;
  }
  install();
  // One server and one migrated schema for all runs of the tests.
  await globalSetup();
  try {
    return await stryker(folder);
  } finally {
    await globalTeardown();
  }
}

/** Stryker, and the Node that it needs: newer than the service's, and apart from its packages. */
function install() {
  if (existsSync(path.join(modules, '@stryker-mutator'))) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: __dirname, stdio: 'inherit' });
  if (status !== 0) throw new Error('Stryker was not installed');
}

function stryker(folder) {
  const program = path.join(modules, '@stryker-mutator/core/bin/stryker.js');
  const child = spawn(path.join(modules, '.bin/node'), [program, 'run', path.join(__dirname, 'stryker.config.mjs')], {
    env: { ...process.env, MUTATION_FOLDER: folder },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

main(process.argv[2] ?? '').then((code) => (process.exitCode = code));
