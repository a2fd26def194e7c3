import folders from './folders.js';

const folder = process.env.MUTATION_FOLDER;
const name = folder.replaceAll('/', '-');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...folders[folder].files, '!**/*.spec.ts'],
  plugins: ['@stryker-mutator/jest-runner'],
  // Words of messages; what decides by a text (a kind, a state, a statement) is mutated as the condition that it stands in.
  mutator: { excludedMutations: ['StringLiteral'] },
  testRunner: 'jest',
  jest: { configFile: 'mutation/jest.config.js', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  // What runs once, while the program is loaded, would need every test again; most of it is declarations.
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  // Each run loads the application anew and leaves some of it behind.
  maxTestRunnerReuse: 40,
  timeoutMS: 60_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 15,
  disableTypeChecks: false,
  ignorePatterns: ['/dist', '/data', '/coverage', '/bench/results', '/mutation/reports'],
  tempDirName: 'mutation/sandboxes',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: `mutation/reports/${name}.json` },
};
