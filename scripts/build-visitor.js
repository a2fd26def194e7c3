// What browsers load, in dist/visitor: widget.js, which pages name, what the page for members' devices needs, and files that carry
// a hash of their content in their name. Where files of an earlier build are missing, recovery.js takes the place of the script.
const esbuild = require('esbuild');
const { createHash } = require('node:crypto');
const { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { ensureCurrent } = require('./current-folder');
const { keepPrevious } = require('./kept-assets');
const { root, sourcesIn } = require('./source-digest');
const { version } = require('../package.json');

const source = path.join(root, 'src', 'visitor-ui');
const service = path.join(root, 'dist', 'visitor');
const LICENCES = `/*! Parley ${version}. Has in it Preact, MIT: /assets/licences.txt */`;

/** Of the home screen; browsers take no SVG there. */
const ICONS = ['icon-192.png', 'icon-512.png'];

const OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  // light-dark() and constructed style sheets in Safari are what sets this.
  target: ['chrome123', 'firefox120', 'safari17.5'],
  tsconfig: path.join(source, 'tsconfig.json'),
  logLevel: 'warning',
};

/** Writes the files and answers their sizes in bytes, by name. */
function buildVisitor(folder) {
  const assets = path.join(folder, 'assets');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  const widget = made('loader/loader.ts');
  const files = {
    app: ['js', `${LICENCES}\n${made('app/main.tsx')}`],
    style: ['css', made('app/app.css')],
    preview: ['js', `${LICENCES}\n${made('preview/main.tsx')}`],
    devices: ['js', `${LICENCES}\n${made('devices/main.tsx')}`],
    'devices-style': ['css', made('devices/page.css')],
  };
  const names = {};
  for (const [name, [extension, text]] of Object.entries(files)) {
    const hash = createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, '').slice(0, 12);
    names[name] = `${name}-${hash}.${extension}`;
    writeFileSync(path.join(assets, names[name]), text);
  }
  writeFileSync(path.join(assets, 'licences.txt'), licences());
  writeFileSync(path.join(folder, 'widget.js'), widget);
  writeFileSync(path.join(folder, 'recovery.js'), made('recovery/recovery.ts'));
  writeFileSync(path.join(folder, 'words.json'), JSON.stringify(words('words')));
  writeFileSync(path.join(folder, 'device-words.json'), JSON.stringify(words('devices/words')));
  writeFileSync(path.join(folder, 'sw.js'), made('devices/sw.ts'));
  writeFileSync(path.join(folder, 'explorer.js'), made('explorer/main.ts'));
  writeFileSync(path.join(folder, 'explorer.css'), made('explorer/explorer.css'));
  for (const icon of ICONS) copyFileSync(path.join(source, 'devices', icon), path.join(folder, icon));
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(names));
  return names;
}

function made(entry) {
  const { outputFiles } = esbuild.buildSync({ ...OPTIONS, entryPoints: [path.join(source, entry)] });
  return outputFiles[0].text;
}

/** Every dictionary, by its language. */
function words(below) {
  const folder = path.join(source, below);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [path.basename(name, '.json'), JSON.parse(readFileSync(path.join(folder, name), 'utf8'))]),
  );
}

function licences() {
  return ['preact']
    .map((name) => `${name}\n\n${readFileSync(path.join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim()}\n`)
    .join('\n\n');
}

/** For tests. */
function ensureVisitor() {
  ensureCurrent(service, ['scripts/build-visitor.js', ...sourcesIn(path.join('src', 'visitor-ui'))], buildVisitor);
}

/** For `npm run build`. */
function buildForService() {
  keepPrevious('visitor-assets', path.join(service, 'assets'), Object.values(buildVisitor(service)));
}

module.exports = { buildForService, buildVisitor, ensureVisitor };
