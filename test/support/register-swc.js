'use strict';

/*
 * Lets a plain Node process run the project's TypeScript: `node --require ./test/support/register-swc.js file.ts`.
 * Compiles each file as it is required, with the compiler settings of the tests; nothing is type-checked or written.
 */
const { readFileSync } = require('node:fs');
const { _extensions: extensions } = require('node:module');
const { transformSync } = require('@swc/core');

const options = {
  swcrc: false,
  configFile: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2023',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
  module._compile(code, filename);
};
