// Jest sequencer of the suites of whole programs: those that take minutes begin first, so that none of them runs alone at the end.
const Sequencer = require('@jest/test-sequencer').default;

const LONGEST = ['visitor-browser', 'a-feature-of-your-own', 'start-processes', 'console-settings', 'console-agents'];

module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const place = ({ path }) => {
      const found = LONGEST.findIndex((name) => path.endsWith(`${name}.heavy.ts`));
      return found < 0 ? LONGEST.length : found;
    };
    return [...(await super.sort(tests))].sort((one, other) => place(one) - place(other));
  }
};
