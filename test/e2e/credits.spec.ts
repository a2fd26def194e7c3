import { randomUUID } from 'node:crypto';
import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { CreditsExhausted } from '../../src/credits/credits.errors';
import { CreditsService } from '../../src/credits/credits.service';
import type { CreditUse, HeldCredits } from '../../src/credits/credits.types';
import { anAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';

/** What the plan free has each month. */
const LIMIT = 100;

let parley: Parley;
let credits: CreditsService;
let token: string;
let scope: { workspaceId: string; planId: string; agentIds: null };

beforeAll(async () => {
  parley = await startParley();
  credits = parley.get(CreditsService);
});
afterAll(() => parley.stop());
beforeEach(async () => {
  const owner = await aCredential(parley, await anAccount(parley));
  token = owner.secret;
  const { id: workspaceId, planId } = await aWorkspace(parley, owner, { planId: 'free' });
  scope = { workspaceId, planId, agentIds: null };
});

const use = (): CreditUse => ({
  purpose: 'copilot_translation',
  referenceId: randomUUID(),
  memberId: randomUUID(),
});
const capture = (held: HeldCredits): Promise<number | null> =>
  parley.get(UnitOfWork).run(() => credits.capture(held, use()));
/** What the ledger says was spent. */
const ledger = async (): Promise<number> => {
  const [row] = await parley.database.query<{ sum: number }[]>(
    'SELECT coalesce(sum(credits), 0)::int AS sum FROM credit_entries WHERE workspace_id = $1',
    [scope.workspaceId],
  );
  return row!.sum;
};

describe('getCredits', () => {
  const get = () => parley.call('GET', `/workspaces/${scope.workspaceId}/credits`, { token });

  it('200 with what is left of the month', async () => {
    await capture(await credits.hold(scope, 10));
    await credits.hold(scope, 5);
    const { status, body } = await get();
    expect(status).toBe(200);
    const month = `${new Date().toISOString().slice(0, 8)}01`;
    expect(body).toEqual({ month, limit: LIMIT, spent: 10, held: 5, remaining: 85 });
  });

  it('200 without a limit where the plan has none', async () => {
    await parley.database.query(`UPDATE workspaces SET plan_id = 'enterprise' WHERE id = $1`, [scope.workspaceId]);
    expect((await get()).body).toMatchObject({ limit: null, spent: 0, held: 0, remaining: null });
  });

  it('never shows less than nothing, on a plan that allows less than before', async () => {
    await capture(await credits.hold({ ...scope, planId: 'pro' }, 5_000));
    expect((await get()).body).toMatchObject({ limit: LIMIT, spent: 5_000, remaining: 0 });
  });
});

describe('credits', () => {
  it('are held until nothing is left, exactly, however many ask at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => credits.hold(scope, 7)));
    const held = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(held).toHaveLength(14);
    for (const refusal of refused) expect(refusal).toBeInstanceOf(CreditsExhausted);
    expect(await credits.balance(scope)).toMatchObject({ spent: 0, held: 98, remaining: 2 });

    await Promise.all(held.map((one, index) => (index < 4 ? capture(one) : credits.release(one))));
    expect(await credits.balance(scope)).toMatchObject({ spent: 28, held: 0, remaining: 72 });
    expect(await ledger()).toBe(28);
  });

  it('never exceed the total, for concurrent holds, spends and releases', async () => {
    const seed = Number(process.env['SEED'] ?? 20_261_122);
    const random = randomOf(seed);
    const worker = async (): Promise<number> => {
      let spent = 0;
      for (let round = 0; round < 8; round += 1) {
        const held = await credits.hold(scope, 1 + Math.floor(random() * 25)).catch(() => null);
        const { remaining } = await credits.balance(scope);
        expect(remaining).toBeGreaterThanOrEqual(0);
        if (held && random() < 0.4) spent += (await capture(held)) ?? 0;
        else if (held) await credits.release(held);
      }
      return spent;
    };
    const spent = (await Promise.all(Array.from({ length: 6 }, worker))).reduce((sum, one) => sum + one, 0);
    expect([seed, await credits.balance(scope)]).toMatchObject([seed, { spent, held: 0, remaining: LIMIT - spent }]);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(LIMIT);
    expect(await ledger()).toBe(spent);
  });

  it('of an abandoned hold are free again, and can no longer be spent', async () => {
    const lost = await credits.hold(scope, LIMIT);
    await expect(credits.hold(scope, 1)).rejects.toBeInstanceOf(CreditsExhausted);
    await parley.database.query(`UPDATE credit_holds SET lease_ends_at = now() - interval '1 s' WHERE id = $1`, [
      lost.id,
    ]);
    expect(await credits.balance(scope)).toMatchObject({ held: 0, remaining: LIMIT });
    await credits.hold(scope, LIMIT);
    expect(await capture(lost)).toBeNull();
    expect(await credits.balance(scope)).toMatchObject({ spent: 0, held: LIMIT, remaining: 0 });
  });

  it('are spent once', async () => {
    const held = await credits.hold(scope, 3);
    const captured = await Promise.all([capture(held), capture(held), capture(held)]);
    expect(captured.filter((one) => one !== null)).toEqual([3]);
    await credits.release(held);
    expect(await credits.balance(scope)).toMatchObject({ spent: 3, held: 0 });
  });

  it('are not spent where the result is not written', async () => {
    const held = await credits.hold(scope, 3);
    const writing = parley.get(UnitOfWork).run(async () => {
      await credits.capture(held, use());
      throw new Error('not written');
    });
    await expect(writing).rejects.toThrow('not written');
    expect(await credits.balance(scope)).toMatchObject({ spent: 0, held: 3 });
    expect(await ledger()).toBe(0);
  });

  it('are of the month in which they were held', async () => {
    const held = await credits.hold(scope, 3);
    await parley.database.query(
      `INSERT INTO credit_months SELECT workspace_id, month - interval '1 month' FROM credit_months WHERE workspace_id = $1`,
      [scope.workspaceId],
    );
    await parley.database.query(`UPDATE credit_holds SET month = month - interval '1 month' WHERE id = $1`, [held.id]);
    const [before] = await parley.database.query<{ month: string }[]>(
      'SELECT month::text FROM credit_holds WHERE id = $1',
      [held.id],
    );
    expect(await capture({ ...held, ...before! })).toBe(3);
    expect(await credits.balance(scope)).toMatchObject({ spent: 0, held: 0, remaining: LIMIT });
    expect(await ledger()).toBe(3);
  });

  it('of one workspace are no other’s', async () => {
    await credits.hold(scope, LIMIT);
    const owner = await aCredential(parley, await anAccount(parley));
    const { id: workspaceId } = await aWorkspace(parley, owner, { planId: 'free' });
    await expect(credits.hold({ ...scope, workspaceId }, LIMIT)).resolves.toMatchObject({ workspaceId });
  });
});

/** Mulberry32: the same numbers for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
