// Suites that take minutes, none of them part of `npm test`: `*.heavy.ts`, whole programs at work, which `npm run test:heavy`
// and CI run; and `*.campaign.ts`, thousands of races and hundreds of kills, for `npm run campaign -- NAME`.
const everyday = require('./jest.config');

/** @type {import('jest').Config} */
module.exports = {
  ...everyday,
  roots: ['<rootDir>/test/heavy'],
  testMatch: process.env.CAMPAIGN ? ['**/*.heavy.ts', '**/*.campaign.ts'] : ['**/*.heavy.ts'],
  testTimeout: 600_000,
  // They mostly wait for the processes that they start: two at a time, none by the clock.
  maxWorkers: 2,
};
