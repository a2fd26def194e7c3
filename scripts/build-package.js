// What the package has beside the service: declarations of what it exports, and parley/testing, compiled from the files of test that
// the declarations show it to need. `npm pack` calls it; the image has neither.
const { transformFileSync } = require('@swc/core');
const { readdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { runCompiler } = require('./compiler');
const { root } = require('./source-digest');

runCompiler('--project', 'tsconfig.types.json');
for (const name of readdirSync(path.join(root, 'dist/test'), { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = path.join('test', name.replace(/\.d\.ts$/, ''));
  const { code } = transformFileSync(path.join(root, `${file}.ts`), { configFile: path.join(root, '.swcrc') });
  writeFileSync(path.join(root, 'dist', `${file}.js`), code);
}
