// Writes src/metadata.ts: the types and comments of DTOs and controllers, read by the plugin that nest-cli.json names, since swc
// drops types. jest.config.js and every npm script that compiles call it; unchanged sources cost one hash.
const { existsSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { root, stamp } = require('./source-digest');

const folder = path.join(root, 'src');
const target = path.join(folder, 'metadata.ts');

const [{ name: PLUGIN, options }] = require('../nest-cli.json').compilerOptions.plugins;

/** Makes src/metadata.ts current; true if it had to be written. */
function generateMetadata() {
  const current = stamp();
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(current)) return false;
  // Two runs at once must never show each other half a file.
  const draft = path.join(folder, `metadata.ts.${process.pid}`);
  try {
    writeFileSync(draft, `${current}\n/* oxlint-disable */\n${metadata()}\n`);
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
  return true;
}

function metadata() {
  const ts = require('typescript');
  const { ReadonlyVisitor } = require(`${PLUGIN}/plugin`);
  const visitor = new ReadonlyVisitor({ ...options, pathToSource: folder, readonly: true });
  const program = programOf(ts);
  for (const file of program.getSourceFiles()) if (!file.isDeclarationFile) visitor.visit(program, file);
  const collected = printed(ts, asLiteral(ts, { [PLUGIN]: visitor.collect() }));
  const imports = Object.entries(visitor.typeImports).map(([name, load]) => `    ["${name}"]: ${load},`);
  return ['export default async () => {', '  const t = {', ...imports, '  };', `  return ${collected};`, '};'].join(
    '\n',
  );
}

/**
 * Of packages, only `@nestjs/common` has types that DTOs and controllers show. The declarations of all others would take half of the
 * time. All files of src in their order, because the order of enum values follows from it.
 */
function programOf(ts) {
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.build.json'),
    // Paths as they are in the sources, without an extension, are found as .ts and as .js.
    { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [] },
    { ...ts.sys },
  );
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) =>
      text.startsWith('.') || text.startsWith('@nestjs/common')
        ? ts.resolveModuleName(text, from, options, host)
        : { resolvedModule: undefined },
    );
  return ts.createProgram(fileNames, options, host);
}

/** What the visitor collects is in nested objects; the leaves, and the imports of files, are syntax trees. */
function asLiteral(ts, value) {
  const { factory } = ts;
  if (Array.isArray(value)) return factory.createArrayLiteralExpression(value.map((item) => asLiteral(ts, item)));
  if (typeof value.kind === 'number') return value;
  return factory.createObjectLiteralExpression(
    Object.entries(value).map(([name, item]) =>
      factory.createPropertyAssignment(factory.createStringLiteral(name), asLiteral(ts, item)),
    ),
  );
}

function printed(ts, expression) {
  const file = ts.createSourceFile('metadata.ts', '', ts.ScriptTarget.Latest);
  return ts.createPrinter({ newLine: ts.NewLineKind.LineFeed }).printNode(ts.EmitHint.Unspecified, expression, file);
}

module.exports = { generateMetadata };

if (require.main === module) {
  const started = performance.now();
  const written = generateMetadata();
  console.error(
    `src/metadata.ts ${written ? 'written' : 'is current'} (${Math.round(performance.now() - started)} ms)`,
  );
}
