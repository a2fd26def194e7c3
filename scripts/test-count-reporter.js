// Jest reporter: adds one line `passed failed` for each run to the file that TEST_COUNT_FILE names, for .ci/run. Without
// that setting it does nothing. A suite that did not even load counts as one failure.
const { appendFileSync } = require('node:fs');

module.exports = class TestCountReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const file = process.env.TEST_COUNT_FILE;
    if (file) appendFileSync(file, `${numPassedTests} ${numFailedTests + numRuntimeErrorTestSuites}\n`);
  }
};
