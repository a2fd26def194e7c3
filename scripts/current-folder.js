// For tests: a built folder as its sources say, which takes next to nothing where it is that already.
const { existsSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { stamp } = require('./source-digest');

/** `build` writes into the folder that it gets. */
function ensureCurrent(folder, sources, build) {
  const current = stamp(['package-lock.json', ...sources]);
  const mark = path.join(folder, 'stamp');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === current) return;
  // Another run may be reading the files: they change as one.
  const draft = `${folder}.${process.pid}`;
  build(draft);
  writeFileSync(path.join(draft, 'stamp'), current);
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(draft, folder);
  } catch {
    // It has put its own there.
    rmSync(draft, { recursive: true, force: true });
  }
}

module.exports = { ensureCurrent };
