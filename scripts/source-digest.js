// Detects outdated generated files by one hash over all of their sources. File times are wrong after a checkout or a copy.
const { createHash } = require('node:crypto');
const { readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');

/** Made from the others. */
const GENERATED = new Set([path.join('src', 'metadata.ts'), path.join('src', 'console-ui', 'api', 'schema.d.ts')]);

/** Files other than the sources that change the output. The lockfile stands for the packages. */
const SETTINGS = [
  '.swcrc',
  'nest-cli.json',
  'package-lock.json',
  'scripts/build-console.js',
  'scripts/build-visitor.js',
  'scripts/build.js',
  'scripts/bundle-command-line.js',
  'scripts/current-folder.js',
  'scripts/generate-metadata.js',
  'scripts/kept-assets.js',
  'tsconfig.build.json',
  'tsconfig.json',
];

/** First line of src/metadata.ts, and so in dist/src/metadata.js: SHA-256 over names and contents. */
function stamp(files = [...SETTINGS, ...sourcesIn('migrations'), ...sourcesIn('src')]) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return `// Made from ${hash.digest('hex')}`;
}

/** Of the sources below, without tests and what is generated: TypeScript, word lists, and of what visitors load styles too. */
function sourcesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => /(?<!\.spec)\.(tsx?|css|json)$/.test(name) && !GENERATED.has(name))
    .sort();
}

module.exports = { root, sourcesIn, stamp };
