const { TestEnvironment } = require('jest-environment-node');

/** A mutant is killed by the first test that fails: the others are skipped. */
module.exports = class UntilFirstFailure extends TestEnvironment {
  async handleTestEvent({ name, test }) {
    if (name === 'test_start' && this.failed) test.mode = 'skip';
    if (name === 'test_done' && test.errors.length > 0) this.failed = true;
  }
};
