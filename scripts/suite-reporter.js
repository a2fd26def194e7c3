// Jest reporter of `npm test`. Many suites share one file there (test/together), so this one prints a line for each suite as soon
// as it is finished, and no line for the file that it is part of.
const { DefaultReporter } = require('@jest/reporters');

const GROUP = /[/\\]test[/\\]together[/\\]/;

module.exports = class SuiteReporter extends DefaultReporter {
  /** The suite that runs now, by the file that it is part of. */
  running = new Map();

  onTestCaseResult(test, result) {
    super.onTestCaseResult(test, result);
    if (!GROUP.test(test.path)) return;
    const [name] = result.ancestorTitles;
    if (this.running.get(test.path)?.name !== name) {
      this.printSuite(test.path);
      this.running.set(test.path, { name, passed: 0, failed: 0, startedAt: Date.now() - (result.duration ?? 0) });
    }
    const suite = this.running.get(test.path);
    if (result.status === 'passed') suite.passed += 1;
    if (result.status === 'failed') suite.failed += 1;
  }

  onTestResult(test, result, aggregated) {
    this.printSuite(test.path);
    super.onTestResult(test, result, aggregated);
  }

  printTestFileHeader(file, config, result) {
    if (!GROUP.test(file) || result.testExecError) super.printTestFileHeader(file, config, result);
    else for (const { message } of result.console ?? []) this.log(`     ${message}`);
  }

  printSuite(file) {
    const suite = this.running.get(file);
    if (!suite) return;
    this.running.delete(file);
    const { name, passed, failed, startedAt } = suite;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    this.log(
      `${failed > 0 ? 'FAIL' : 'PASS'} ${name} (${failed > 0 ? `${failed} failed, ` : ''}${passed} passed, ${seconds} s)`,
    );
  }
};
