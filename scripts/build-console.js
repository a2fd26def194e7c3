// The web application at /app, in dist/console: assets with a hash of their content in their name, and manifest.json, which says
// what the document loads. Screens are chunks that load when they open.
//
// `node scripts/build-console.js --watch` builds again at each change.
const esbuild = require('esbuild');
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { ensureCurrent } = require('./current-folder');
const { keepPrevious } = require('./kept-assets');
const { root, sourcesIn } = require('./source-digest');
const { version } = require('../package.json');

const source = path.join(root, 'src', 'console-ui');
const service = path.join(root, 'dist', 'console');
const LICENCES = `/*! Parley ${version}. Has in it packages named in /app/assets/licences.txt */`;

const options = (folder) => ({
  absWorkingDir: root,
  entryPoints: { app: path.join(source, 'main.tsx'), style: path.join(source, 'styles', 'main.css') },
  outdir: path.join(folder, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  metafile: true,
  format: 'esm',
  // light-dark() in Safari is what sets this.
  target: ['chrome123', 'firefox120', 'safari17.5'],
  tsconfig: path.join(source, 'tsconfig.json'),
  define: { 'process.env.NODE_ENV': '"production"' },
  banner: { js: LICENCES },
  logLevel: 'warning',
});

/** Writes the files and answers the names of the assets. */
function buildConsole(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  return writeManifest(folder, esbuild.buildSync(options(folder)).metafile);
}

function writeManifest(folder, { outputs, inputs }) {
  const named = (file) => path.basename(file);
  const files = Object.entries(outputs);
  const entry = (name) => files.find(([, { entryPoint }]) => entryPoint?.endsWith(name));
  const [script, { imports }] = entry('main.tsx');
  const [style] = entry('main.css');
  const names = files.map(([file]) => named(file));
  const manifest = {
    build: createHash('sha256').update(names.sort().join()).digest('base64url').slice(0, 12),
    script: named(script),
    style: named(style),
    preload: imports.filter(({ kind }) => kind === 'import-statement').map(({ path: file }) => named(file)),
  };
  writeFileSync(path.join(folder, 'assets', 'licences.txt'), licences(inputs));
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  return names;
}

/** Of every package that is in the files. */
function licences(inputs) {
  const packages = new Set(
    Object.keys(inputs).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
  );
  return [...packages].sort().map(licenceOf).join('\n\n');
}

function licenceOf(name) {
  const folder = path.join(root, 'node_modules', name);
  const { license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENCE', 'license']) {
    try {
      return `${name} (${license})\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
    } catch {
      // Under another name, or none.
    }
  }
  return `${name} (${license})\n`;
}

/** For tests. */
function ensureConsole() {
  ensureCurrent(service, ['scripts/build-console.js', ...sourcesIn(path.join('src', 'console-ui'))], buildConsole);
}

/** For `npm run build`. */
function buildForService() {
  keepPrevious('console-assets', path.join(service, 'assets'), buildConsole(service));
}

async function watch() {
  const manifest = {
    name: 'manifest',
    setup: ({ onEnd }) => onEnd(({ metafile }) => metafile && void writeManifest(service, metafile)),
  };
  const context = await esbuild.context({ ...options(service), plugins: [manifest], minify: false, sourcemap: true });
  await context.watch();
}

module.exports = { buildConsole, buildForService, ensureConsole };

if (require.main === module) {
  if (process.argv.includes('--watch')) watch();
  else buildForService();
}
