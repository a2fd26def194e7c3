// Writes src/metadata.ts: what the Swagger plugin of nest-cli.json reads off the types and comments of DTOs and controllers,
// with the generator of the Nest CLI. `nest build` would run it only together with a type check, and never for Jest and for
// scripts, which load the same file. jest.config.js and every npm script that compiles call it; unchanged sources cost one
// hash.
const { existsSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { root, stamp } = require('./source-digest');

const folder = path.join(root, 'src');
const target = path.join(folder, 'metadata.ts');

/** Makes src/metadata.ts current; true if it had to be written. */
function generateMetadata() {
  const current = stamp();
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(current)) return false;
  // Two runs at once must never show each other half a file.
  const draft = `metadata.ts.${process.pid}`;
  try {
    generate(draft);
    const text = readFileSync(path.join(folder, draft), 'utf8');
    writeFileSync(path.join(folder, draft), `${current}\n${text}`);
    renameSync(path.join(folder, draft), target);
  } finally {
    rmSync(path.join(folder, draft), { force: true });
  }
  return true;
}

function generate(filename) {
  const ts = require('typescript');
  const { PluginMetadataGenerator } = require('@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator.js');
  const { PluginsLoader } = require('@nestjs/cli/lib/compiler/plugins/plugins-loader.js');
  const { tsConfigPath, plugins } = require('../nest-cli.json').compilerOptions;
  const config = ts.getParsedCommandLineOfConfigFile(path.join(root, tsConfigPath), {}, { ...ts.sys });
  const { readonlyVisitors } = new PluginsLoader().load(plugins, { pathToSource: folder });
  new PluginMetadataGenerator().generate({
    // Its imports are to have no extension: they are found as .ts and as .js. So it must not see nodenext, which wants one.
    tsProgramRef: ts.createProgram(config.fileNames, {
      ...config.options,
      module: ts.ModuleKind.CommonJS,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    }),
    visitors: readonlyVisitors,
    outputDir: folder,
    filename,
  });
}

module.exports = { generateMetadata };

if (require.main === module) {
  const started = performance.now();
  const written = generateMetadata();
  console.error(
    `src/metadata.ts ${written ? 'written' : 'is current'} (${Math.round(performance.now() - started)} ms)`,
  );
}
