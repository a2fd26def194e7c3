// Files of browsers carry a hash of their content in their name. Those of the build before stay beside the current ones, because
// during a rolling restart one process sends a document and another receives the request for its files.
const { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { root } = require('./source-digest');

/** Copies the files of the previous build into `assets`, and stores the current ones, `names`, for the next build. */
function keepPrevious(cache, assets, names) {
  // Outlives dist, which a build begins by deleting.
  const folder = path.join(root, 'node_modules', '.cache', cache);
  mkdirSync(folder, { recursive: true });
  const current = new Set(names);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, name));
    if (!existsSync(path.join(assets, name))) writeFileSync(path.join(assets, name), text);
    if (!current.has(name)) rmSync(path.join(folder, name));
  }
  for (const name of current) writeFileSync(path.join(folder, name), readFileSync(path.join(assets, name)));
}

module.exports = { keepPrevious };
