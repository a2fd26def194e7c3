// `npm run check:types`.
const { runCompiler } = require('./compiler');
const { generateMetadata } = require('./generate-metadata');

/** With what each shows that the others do not. */
const PROJECTS = [
  // All but the widget.
  ['--noEmit'],
  // src without the names of Jest, and whether others can be given its types.
  ['--project', 'tsconfig.types.json', '--noEmit', '--emitDeclarationOnly', 'false'],
  // The widget, with the names of browsers.
  ['--project', 'src/visitor-ui'],
];

generateMetadata();
let failed = 0;
for (const options of PROJECTS) {
  try {
    runCompiler(...options);
  } catch {
    failed += 1;
  }
}
process.exitCode = failed > 0 ? 1 : 0;
