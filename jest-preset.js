// Jest for features of other packages: `preset: 'parley'` in their jest.config.js. jest.config.js uses parts of it.

// Packages that exist as ES modules only. Jest's CommonJS mode cannot require() those, so swc turns them into CommonJS.
// A new one shows itself as "Cannot use import statement outside a module": add it here.
const esModules = [
  '@nestjs',
  '@borewit/text-codec',
  // Both load files by import().
  '@electric-sql',
  '@exodus',
  '@opentelemetry',
  '@tokenizer/inflate',
  'change-case',
  'file-type',
  'github-slugger',
  'index-to-position',
  'jose',
  'oauth4webapi',
  'oidc-provider',
  'openid-client',
  'parse-json',
  'strtok3',
  'supports-color',
  'temporal-polyfill',
  'temporal-utils',
  'token-types',
  'uint8array-extras',
];

/** @type {import('@swc/core').Options} */
const javascript = {
  swcrc: false,
  module: { type: 'commonjs', ignoreDynamic: false },
  jsc: { target: 'es2023', parser: { syntax: 'ecmascript' }, keepClassNames: true },
};

/** @type {import('@swc/core').Options} */
const typescript = {
  swcrc: false,
  module: { type: 'commonjs', ignoreDynamic: false },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    keepClassNames: true,
  },
};

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // For machines that are slow, or do other work: nothing here waits for so long by itself.
  testTimeout: 120_000,
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  // One database server for the whole run; a suite that needs a database gets a clone of the migrated template.
  globalSetup: 'parley/testing/setup',
  globalTeardown: 'parley/testing/teardown',
  transform: {
    '^.+\\.ts$': ['@swc/jest', typescript],
    '^.+\\.[cm]?js$': ['@swc/jest', javascript],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esModules.join('|')})/)`],
};
