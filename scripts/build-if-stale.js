// `npm run build` where dist does not hold what the sources say, so that `npm start` and `npm run demo` work on a fresh clone
// and cost nothing afterwards. A folder with dist but without sources has nothing to compile.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { ensureCompiler } = require('./ensure-compiler');
const { root, stamp } = require('./source-digest');

const lock = path.join(root, 'node_modules/.cache/build.pid');

/** Of what a build makes, the metadata has the stamp of its sources, and the command line is made last. */
function isCurrent() {
  if (!existsSync(path.join(root, 'src')) && existsSync(path.join(root, 'dist/src/main.js'))) return true;
  const [metadata, last] = ['src/metadata.js', 'parley.cjs'].map((name) => path.join(root, 'dist', name));
  return existsSync(last) && existsSync(metadata) && readFileSync(metadata, 'utf8').includes(stamp());
}

/** A build begins by deleting dist: the service and its worker, started at once, would delete each other's. */
function build() {
  mkdirSync(path.dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return wait();
  }
  try {
    console.error('Compiling Parley, only this time, because its sources are new or have changed:');
    // Output to stderr: what a started command prints on stdout is its own.
    const script = path.join(__dirname, 'build.js');
    const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exitCode = status ?? 1;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Until the other build has ended, or died. */
function wait() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  } catch (error) {
    if (error.code === 'ESRCH') rmSync(lock, { force: true });
  }
}

while (!isCurrent() && !process.exitCode) {
  ensureCompiler();
  build();
}
