import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aKey, aToken } from '../factories/key';
import { aWorkspace } from '../factories/workspace';
import type { CallOptions } from '../support/call';
import { type Parley, startParley } from '../support/parley';

/** Calls of each kind of caller, and the table that is needed to identify the caller. */
const CALLERS = ['sessions', 'account_credentials', 'workspace_keys', 'access_tokens'] as const;

describe('where credentials cannot be checked', () => {
  let parley: Parley;
  let callers: Record<(typeof CALLERS)[number], { path: string; by: CallOptions }>;
  beforeAll(async () => {
    parley = await startParley();
    const account = await anAccount(parley);
    const workspace = await aWorkspace(parley, account);
    const agents = `/workspaces/${workspace.id}/agents`;
    callers = {
      sessions: { path: '/workspaces', by: { cookie: account.cookie } },
      account_credentials: { path: '/workspaces', by: { token: (await aCredential(parley, account)).secret } },
      workspace_keys: { path: agents, by: { token: (await aKey(parley, workspace)).secret } },
      access_tokens: { path: agents, by: { token: await aToken(parley, await aKey(parley, workspace)) } },
    };
  });
  afterAll(() => parley.stop());

  it.each(CALLERS)('503 authorization_unavailable without the table %s, and 200 with it', async (table) => {
    const { path, by } = callers[table];
    await parley.database.query(`ALTER TABLE ${table} RENAME TO elsewhere`);
    const refused = await parley.call('GET', path, by);
    await parley.database.query(`ALTER TABLE elsewhere RENAME TO ${table}`);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 503,
      body: {
        error: 'Credentials cannot be checked at the moment. Try again shortly.',
        code: 'authorization_unavailable',
      },
    });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.headers.get('www-authenticate')).toBeNull();
    expect((await parley.call('GET', path, by)).status).toBe(200);
  });

  it('503 within 10 seconds where the look-up does not end', async () => {
    const { path, by } = callers.sessions;
    const blocker = parley.database.createQueryRunner();
    try {
      await blocker.startTransaction();
      await blocker.query('LOCK TABLE sessions');
      const began = performance.now();
      const { status, body } = await parley.call('GET', path, by);
      expect([status, body.code]).toEqual([503, 'authorization_unavailable']);
      expect(performance.now() - began).toBeLessThan(10_000);
    } finally {
      await blocker.rollbackTransaction();
      await blocker.release();
    }
    expect((await parley.call('GET', path, by)).status).toBe(200);
  });
});
