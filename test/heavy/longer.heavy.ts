// Suites of `npm test` with the numbers that it has no time for.
Object.assign(process.env, {
  EVERY_BYTE: 'yes',
  EVERY_DOCUMENT: 'yes',
  FUZZ_RUNS: '25',
  PARALLEL: '200',
  RUNS: '60',
});

describe('with larger numbers:', () => {
  require('../contract/fuzz.spec');
  require('../e2e/chat-contacts.spec');
  require('../e2e/contacts-walk.spec');
  require('../hostile/documents.spec');
  require('../oauth/basic.spec');
  require('../property/contacts.spec');
  require('../property/contacts-index.spec');
  require('../property/credentials.spec');
  require('../property/preferences.spec');
});
