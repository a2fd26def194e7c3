// `npm run build`: makes dist from src and migrations with swc, as .swcrc says. Types are checked by `npm run check:types`.
const { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { ensureCompiler } = require('./ensure-compiler');
const { root, sourcesIn } = require('./source-digest');

const dist = path.join(root, 'dist');
/** Bundled for browsers, each by its own script. */
const forBrowsers = ['visitor-ui', 'console-ui'].map((name) => path.join('src', name));

async function build() {
  await step('the types of the API', () => require('./generate-metadata').generateMetadata());
  await step('the service', compile);
  await step('the widget', () => require('./build-visitor').buildForService());
  await step('the console', () => require('./build-console').buildForService());
  // build-if-stale.js takes this file as the sign of a complete build.
  await step('the command line', () =>
    require('./bundle-command-line').bundleCommandLine(path.join(dist, 'parley.cjs')),
  );
}

async function step(what, work) {
  const started = performance.now();
  process.stderr.write(`  ${what} … `);
  await work();
  process.stderr.write(`${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
}

async function compile() {
  rmSync(dist, { recursive: true, force: true });
  const files = [...sourcesIn('migrations'), ...sourcesIn('src'), path.join('src', 'metadata.ts')];
  await Promise.all(files.filter((file) => !forBrowsers.some((folder) => file.startsWith(folder))).map(compileFile));
}

async function compileFile(file) {
  const out = path.join(dist, file.replace(/\.ts$/, '.js'));
  mkdirSync(path.dirname(out), { recursive: true });
  if (!file.endsWith('.ts')) return cpSync(path.join(root, file), out);
  const { code, map } = await require('@swc/core').transform(readFileSync(path.join(root, file), 'utf8'), {
    configFile: path.join(root, '.swcrc'),
    filename: path.join(root, file),
    sourceFileName: path.relative(path.dirname(out), path.join(root, file)),
  });
  writeFileSync(out, `${code}\n//# sourceMappingURL=${path.basename(out)}.map`);
  writeFileSync(`${out}.map`, map);
}

ensureCompiler();
build().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
