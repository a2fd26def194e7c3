// The folders whose code is mutated, each with the files that decide something and the suites that hold them: the fast
// ones, which run again for every mutant. Suites that start processes, or take their time, stay out.

/** @type {Record<string, { files: string[], suites: string[] }>} */
module.exports = {
  'src/common/auth': {
    files: [
      'src/common/auth/{callers,credential.guard,path-access,presented-secret,workspace.guard}.ts',
      'src/common/auth/strategies/*.ts',
    ],
    suites: [
      'src/common/auth/strategies/strategies.spec.ts',
      'test/hostile/credential-places.spec.ts',
      'test/e2e/pipeline.spec.ts',
      'test/e2e/sessions.spec.ts',
      'test/contract/scopes.spec.ts',
      'test/contract/refusals.spec.ts',
    ],
  },
  'src/common/idempotency': {
    files: ['src/common/idempotency/*.ts'],
    suites: [
      'src/common/idempotency/canonical-json.spec.ts',
      'src/common/idempotency/replay-checks.spec.ts',
      'test/e2e/idempotency.spec.ts',
      'test/hostile/idempotency.spec.ts',
      'test/hostile/replays.spec.ts',
      'test/e2e/contact-erasure.spec.ts',
      'test/e2e/chat.spec.ts',
    ],
  },
  'src/common/registry': {
    // The access decision, which the guards of src/common/auth prepare.
    files: ['src/common/operations/access.ts', 'src/common/registry/denial.ts'],
    suites: ['src/common/operations/access.spec.ts', 'src/common/registry/denial.spec.ts'],
  },
  'src/common/rate-limit': {
    files: ['src/common/rate-limit/*.ts'],
    suites: [
      'test/e2e/rate-limits.spec.ts',
      'test/e2e/search-limits.spec.ts',
      'test/e2e/password-proof.spec.ts',
      'test/e2e/preferences-limits.spec.ts',
    ],
  },
  'src/oauth': {
    files: ['src/oauth/{granted-scopes,resource-indicators,token-exchange.service,*.strategy}.ts'],
    suites: [
      'test/oauth/basic.spec.ts',
      'test/oauth/clients.spec.ts',
      'test/oauth/bad-requests.spec.ts',
      'test/e2e/oauth.spec.ts',
    ],
  },
  'src/credentials': {
    files: ['src/credentials/{authority,credential.strategy,*.service}.ts'],
    suites: [
      'test/e2e/credentials.spec.ts',
      'test/e2e/credentials-issuing.spec.ts',
      'test/e2e/credentials-changes.spec.ts',
      'test/e2e/credentials-rotation.spec.ts',
      'test/e2e/credentials-limits.spec.ts',
      'test/e2e/workspaces.spec.ts',
    ],
  },
  'src/chat': {
    files: ['src/chat/{chat-turns.service,chat-turns.repository,turn-limits,turn-writer,answering.service}.ts'],
    suites: [
      'test/e2e/chat.spec.ts',
      'test/e2e/chat-turn-takeover.spec.ts',
      'test/e2e/models.spec.ts',
      'test/e2e/search-limits.spec.ts',
      'test/hostile/conversations.spec.ts',
    ],
  },
};
