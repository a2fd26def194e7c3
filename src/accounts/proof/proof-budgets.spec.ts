import { randomUUID } from 'node:crypto';
import type { CallerCheck } from '../../common/operations/caller-checks';
import type { RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { SessionPrincipal } from '../../common/request/principal';
import { type RequestContext, runWithRequest } from '../../common/request/request-context';
import { loadSettings } from '../../config/load-settings';
import type { KnownAddresses } from './known-addresses';
import { ProofBudgets } from './proof-budgets';

describe('ProofBudgets', () => {
  const consume = jest.fn<Promise<void>, []>();
  const limiter = { consume, exceeded: async () => null } as unknown as RateLimiter;
  const budgets = new ProofBudgets(limiter, {} as KnownAddresses, loadSettings({ NODE_ENV: 'test' }));
  const session = { kind: 'session', sessionId: randomUUID() } as SessionPrincipal;
  beforeEach(() => consume.mockReset());

  const within = (checks: CallerCheck[] | undefined, work: () => Promise<void>): Promise<void> =>
    runWithRequest({ address: '127.0.0.1', operation: { operationId: 'doSomething', checks } } as RequestContext, work);

  it.each([
    ['inside', () => budgets.spendInside(session)],
    ['outside', () => budgets.spendOutside({ email: 'ada@example.com', accountId: null })],
    ['on a mail', () => budgets.spendOnMail('cm_')],
  ])('refuses a proof %s that the operation does not declare', async (_where, spend) => {
    for (const checks of [undefined, ['trusted_origin'] as CallerCheck[]]) {
      await expect(within(checks, spend)).rejects.toThrow('doSomething proves a password without declaring it');
    }
    expect(consume).not.toHaveBeenCalled();
    await within(['password_proof'], spend);
    expect(consume).toHaveBeenCalled();
  });
});
