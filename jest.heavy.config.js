// The suites that take minutes: thousands of races, hundreds of kills. `npm run test:heavy`, not part of `npm test`.
const everyday = require('./jest.config');

/** @type {import('jest').Config} */
module.exports = {
  ...everyday,
  roots: ['<rootDir>/test/heavy'],
  testMatch: ['**/*.heavy.ts'],
  testTimeout: 600_000,
  // They mostly wait for the processes that they start: two at a time, none by the clock.
  maxWorkers: 2,
};
