// Writes src/console-ui/api/schema.d.ts, the types of the API for the console, from openapi.json. The build drops types, so only
// editors, `npm run check:types` and `npm run check:lint` read that file.
const { existsSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { root, stamp } = require('./source-digest');

const target = path.join(root, 'src', 'console-ui', 'api', 'schema.d.ts');

async function writeConsoleTypes() {
  const current = stamp(['package-lock.json', 'openapi.json', 'scripts/console-types.js']);
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(current)) return;
  const { astToString, default: openapiTs } = await import('openapi-typescript');
  const types = astToString(await openapiTs(require('../openapi.json'), { silent: true }));
  // Two runs at once must never show each other half a file.
  const draft = `${target}.${process.pid}`;
  try {
    writeFileSync(draft, `${current}\n${types}`);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}

module.exports = { writeConsoleTypes };

if (require.main === module) writeConsoleTypes();
