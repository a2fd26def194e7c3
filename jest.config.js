const { ensureConsole } = require('./scripts/build-console');
const { ensureVisitor } = require('./scripts/build-visitor');
const preset = require('./jest-preset');
const { generateMetadata } = require('./scripts/generate-metadata');

// The app loads it in tests as in the build; here, so that a bare `npx jest some.spec.ts` has it too.
generateMetadata();
// The service sends them.
ensureVisitor();
ensureConsole();

/** @type {import('jest').Config} */
module.exports = {
  ...preset,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  setupFiles: ['<rootDir>/test/support/quiet-log.ts'],
  globalSetup: '<rootDir>/test/support/database/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/database/global-teardown.ts',
  maxWorkers: 2,
  // Every suite loads the application anew; a worker that has grown beyond this starts afresh.
  workerIdleMemoryLimit: '768MB',
  moduleNameMapper: { '^@node-rs/argon2$': '<rootDir>/test/support/cheap-hashes.ts' },
  reporters: ['default', '<rootDir>/scripts/test-count-reporter.js'],
  transform: {
    ...preset.transform,
    // By .swcrc, as in the build.
    '^.+\\.tsx?$': '@swc/jest',
  },
};
