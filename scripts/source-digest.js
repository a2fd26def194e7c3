// What tells whether generated files are current: one hash over everything that they are made from. File times would
// lie after a checkout or a copy.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');

/** Sorted absolute paths of the TypeScript sources below the folders, without the tests among them. */
function sourceFiles(...folders) {
  return folders
    .map((folder) => path.join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .sort();
}

/** SHA-256 in hex over names and contents. */
function digest(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

module.exports = { root, sourceFiles, digest };
