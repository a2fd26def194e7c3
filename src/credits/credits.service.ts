import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { WorkspaceScope } from '../common/request/principal';
import { PlansService } from '../workspaces/plans/plans.service';
import { CreditsExhausted } from './credits.errors';
import { CreditsRepository } from './credits.repository';
import type { CreditBalance, HeldCredits, CreditUse } from './credits.types';

/**
 * Credits of a workspace, each calendar month (UTC) as many as its plan has. They are held before the work that they pay for
 * begins, and spent in the transaction that writes its result: so nobody does work that cannot be paid for, and nobody
 * pays for what came to nothing. Exact whatever happens at once: every change locks the month.
 */
@Injectable()
export class CreditsService {
  constructor(
    private readonly credits: CreditsRepository,
    private readonly plans: PlansService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * For 90 seconds at most, after which they are free again. Whoever calls it while a transaction runs holds up the credits
   * of the workspace until that ends.
   *
   * @throws CreditsExhausted 403
   */
  hold({ workspaceId, planId }: WorkspaceScope, credits: number): Promise<HeldCredits> {
    return this.work.run(async () => {
      const { month, spent } = await this.credits.lockThisMonth(workspaceId);
      const limit = this.plans.limit(planId, 'monthlyCredits');
      const remaining = remainingOf(limit, spent + (await this.credits.sumHolds(workspaceId, month)));
      if (remaining !== null && remaining < credits) throw new CreditsExhausted(credits, remaining);
      return this.credits.insertHold(workspaceId, month, credits);
    });
  }

  /**
   * Spends what is held: how many that were. Joins the caller's transaction, that of the result.
   *
   * @returns null where the hold has ended: the result must not be given away
   */
  async capture(hold: HeldCredits, use: CreditUse): Promise<number | null> {
    await this.credits.lockMonth(hold);
    return this.credits.captureHold(hold, use);
  }

  /** Nothing came of it. Does nothing where the hold was captured or has ended. */
  release(hold: HeldCredits): Promise<void> {
    return this.credits.deleteHold(hold);
  }

  async balance({ workspaceId, planId }: WorkspaceScope): Promise<CreditBalance> {
    const limit = this.plans.limit(planId, 'monthlyCredits');
    const { month, spent, held } = await this.credits.findBalance(workspaceId);
    return { month, limit, spent, held, remaining: remainingOf(limit, spent + held) };
  }
}

/** Of a plan that allows less than before, more may be gone than there is. */
function remainingOf(limit: number | null, gone: number): number | null {
  return limit === null ? null : Math.max(0, limit - gone);
}
