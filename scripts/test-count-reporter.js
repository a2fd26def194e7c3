// Jest reporter for .ci/run, which reads these files. Without their settings it does nothing.
//
// TEST_COUNT_FILE: one line `passed failed` for each run. A suite that did not even load counts as one failure.
// TEST_SUITES_FILE: the file of each failed test, as Jest takes it.
// TEST_FAILURES_FILE: each failed test with its name and message, so that it can be read without the whole log.
const { appendFileSync } = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/** Enough for the difference and the place; the log has the rest. */
const LONGEST = 3000;

/** The lines of a stack that are not the project's own. */
const OF_NODE = /^ +at .*(?:node_modules\/|node:|<anonymous>|Promise\.finally).*\n?/gm;

module.exports = class TestCountReporter {
  onTestResult({ path: file }, { testResults, testExecError }) {
    if (testExecError) {
      writeFailure(path.relative('.', file), [testExecError.stack ?? testExecError.message]);
      writeSuite(path.relative('.', file));
    }
    for (const { status, fullName, ancestorTitles, failureMessages } of testResults) {
      if (status !== 'failed') continue;
      writeFailure(fullName, failureMessages);
      // Suites that run together are named by the outermost description, see test/together.
      writeSuite(ancestorTitles.find((title) => title.endsWith('.spec.ts')) ?? path.relative('.', file));
    }
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const file = process.env.TEST_COUNT_FILE;
    if (file) appendFileSync(file, `${numPassedTests} ${numFailedTests + numRuntimeErrorTestSuites}\n`);
  }
};

function writeSuite(name) {
  const file = process.env.TEST_SUITES_FILE;
  if (file) appendFileSync(file, `${name}\n`);
}

function writeFailure(name, messages) {
  const file = process.env.TEST_FAILURES_FILE;
  const message = stripVTControlCharacters(messages.join('\n')).replace(OF_NODE, '').slice(0, LONGEST);
  if (file) appendFileSync(file, `● ${name}\n${message}\n\n`);
}
