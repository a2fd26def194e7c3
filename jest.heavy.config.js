// The suites that take minutes: thousands of races, hundreds of kills. `npm run test:heavy`, not part of `npm test`.
const everyday = require('./jest.config');

/** @type {import('jest').Config} */
module.exports = {
  ...everyday,
  roots: ['<rootDir>/test/heavy'],
  testMatch: ['**/*.heavy.ts'],
  testTimeout: 600_000,
  // They start processes of their own and load the machine: side by side they would only disturb each other.
  maxWorkers: 1,
};
