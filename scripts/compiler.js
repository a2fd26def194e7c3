// The compiler that checks types and writes declarations: TypeScript 7, in a fifth of the processor time of TypeScript 6. That one
// remains for what uses its API, which 7 does not have yet: the plugin of Nest, openapi-typescript, and tests that read sources.
// Both have a program `tsc`, so this one is named by its path.
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { root } = require('./source-digest');

const program = path.join(root, 'node_modules/@typescript/native/bin/tsc');

/** Prints what it finds, and throws where that is an error. */
exports.runCompiler = (...options) => {
  execFileSync(process.execPath, [program, ...options], { cwd: root, stdio: 'inherit' });
};
