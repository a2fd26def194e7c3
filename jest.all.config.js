// `npm test` and `npm run test:thorough`: the suites of jest.config.js, many of them in one file. Loading the application takes
// longer than most of them run, so it is loaded once for each group instead of once for each suite.
const everyday = require('./jest.config');
const { apart, groups } = require('./test/together/deal');

/** @type {import('jest').Config} */
module.exports = {
  ...everyday,
  testMatch: [...groups, ...apart].map((file) => `<rootDir>/${file}`),
  reporters: ['<rootDir>/scripts/suite-reporter.js', 'summary', '<rootDir>/scripts/test-count-reporter.js'],
  // One for each group: suites often wait for time-outs, so more of them than processors keep those busy.
  maxWorkers: 3,
};
