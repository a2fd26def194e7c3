// Suites that take minutes, none of them part of `npm test`: `*.heavy.ts`, whole programs at work, which CI runs; and
// `*.campaign.ts`, races and kills. `npm run test:heavy -- NAME` runs a part of one, `npm run campaign -- NAME` all of it.
const everyday = require('./jest.config');

/** @type {import('jest').Config} */
module.exports = {
  ...everyday,
  roots: ['<rootDir>/test/heavy'],
  testMatch: ['**/*.heavy.ts', '**/*.campaign.ts'],
  testTimeout: 600_000,
  // They mostly wait for the processes that they start: two at a time, none by the clock.
  maxWorkers: 2,
  testSequencer: '<rootDir>/scripts/longest-first.js',
};
