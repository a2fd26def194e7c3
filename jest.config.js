const { ensureVisitor } = require('./scripts/build-visitor');
const { generateMetadata } = require('./scripts/generate-metadata');

// The app loads it in tests as in the build; here, so that a bare `npx jest some.spec.ts` has it too.
generateMetadata();
// The service sends it.
ensureVisitor();

// Packages that exist as ES modules only. Jest's CommonJS mode cannot require() those, so swc turns them into CommonJS.
// A new one shows itself as "Cannot use import statement outside a module": add it here.
const esModules = [
  '@nestjs',
  '@borewit/text-codec',
  // Both load files by import().
  '@electric-sql',
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

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  // For machines that are slow, or do other work: nothing here waits for so long by itself.
  testTimeout: 120_000,
  // One database server for the whole run; a suite that needs a database gets a clone of the migrated template.
  globalSetup: '<rootDir>/test/support/database/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/database/global-teardown.ts',
  maxWorkers: 2,
  // Every suite loads the application anew; a worker that has grown beyond this starts afresh.
  workerIdleMemoryLimit: '768MB',
  moduleNameMapper: { '^@node-rs/argon2$': '<rootDir>/test/support/cheap-hashes.ts' },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  reporters: ['default', '<rootDir>/scripts/test-count-reporter.js'],
  transform: {
    // By .swcrc, as in the build.
    '^.+\\.ts$': '@swc/jest',
    '^.+\\.[cm]?js$': ['@swc/jest', javascript],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esModules.join('|')})/)`],
};
