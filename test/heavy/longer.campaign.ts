export {};

// Suites of `npm test` with the numbers that it has no time for.
Object.assign(process.env, {
  EVERY_BYTE: 'yes',
  EVERY_DOCUMENT: 'yes',
  FUZZ_RUNS: '15',
  PARALLEL: '200',
  RUNS: '40',
});

const SUITES = [
  '../property/fuzz.spec',
  '../e2e/chat-contacts.spec',
  '../e2e/contacts-walk.spec',
  '../hostile/documents.spec',
  '../oauth/basic.spec',
  '../property/contacts.spec',
  '../property/contacts-index.spec',
  '../property/credentials.spec',
  '../property/preferences.spec',
  '../property/replies.spec',
];

describe('with larger numbers:', () => {
  for (const suite of SUITES) jest.requireActual(suite);
});
