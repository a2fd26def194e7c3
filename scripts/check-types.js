// `npm run check:types`.
const { runCompiler } = require('./compiler');
const { writeConsoleTypes } = require('./console-types');
const { generateMetadata } = require('./generate-metadata');

/** With what each shows that the others do not. */
const PROJECTS = [
  // All but what browsers run.
  ['--noEmit'],
  // src without the names of Jest, and whether others can be given its types.
  ['--project', 'tsconfig.types.json', '--noEmit', '--emitDeclarationOnly', 'false'],
  // The widget, with the names of browsers.
  ['--project', 'src/visitor-ui'],
  // The console, with React.
  ['--project', 'src/console-ui'],
];

async function check() {
  generateMetadata();
  await writeConsoleTypes();
  for (const options of PROJECTS) {
    try {
      runCompiler(...options);
    } catch {
      process.exitCode = 1;
    }
  }
}

void check();
