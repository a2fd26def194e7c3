// The folders whose code is mutated, each with the suites that hold it: the fast ones, which run again for every mutant.
// Suites that start processes, or take their time, stay out.

/** Shapes and wiring: what they declare is held by the type check, the contract suites and the start of the service. */
const DECLARATIONS = ['!**/*.{dto,module,entity,types}.ts', '!**/*.spec.ts'];

/** @type {Record<string, { mutate: string[], suites: string[] }>} */
module.exports = {
  'src/common/auth': {
    // With the access decision, which the guards of the folder work for.
    mutate: ['src/common/auth/*.ts', 'src/common/operations/{denial,operation.guard}.ts', ...DECLARATIONS],
    suites: [
      'src/common/auth/last-used.spec.ts',
      'src/common/operations/denial.spec.ts',
      'test/e2e/pipeline.spec.ts',
      'test/e2e/sessions.spec.ts',
      'test/contract/scopes.spec.ts',
      'test/contract/refusals.spec.ts',
    ],
  },
  'src/common/idempotency': {
    mutate: ['src/common/idempotency/*.ts', ...DECLARATIONS],
    suites: ['test/e2e/idempotency.spec.ts'],
  },
  'src/common/rate-limit': {
    mutate: ['src/common/rate-limit/*.ts', ...DECLARATIONS],
    suites: ['test/e2e/pipeline.spec.ts', 'test/e2e/capabilities.spec.ts', 'test/e2e/password-proof.spec.ts'],
  },
  'src/oauth': {
    mutate: ['src/oauth/*.ts', ...DECLARATIONS],
    suites: [
      'test/oauth/clients.spec.ts',
      'test/oauth/bad-requests.spec.ts',
      'test/oauth/discovery.spec.ts',
      'test/e2e/oauth.spec.ts',
    ],
  },
  'src/credentials': {
    mutate: ['src/credentials/*.ts', ...DECLARATIONS],
    suites: [
      'test/e2e/credentials.spec.ts',
      'test/e2e/credentials-issuing.spec.ts',
      'test/e2e/credentials-changes.spec.ts',
      'test/e2e/credentials-rotation.spec.ts',
      'test/e2e/credentials-limits.spec.ts',
    ],
  },
  'src/chat': {
    // Without the phrases by which people are asked for in seven languages: hundreds of mutants of a list.
    mutate: ['src/chat/*.ts', '!src/chat/{person-request,phrases}.ts', ...DECLARATIONS],
    suites: ['test/e2e/chat.spec.ts', 'test/e2e/chat-turn-takeover.spec.ts', 'test/e2e/chat-contacts.spec.ts'],
  },
};
