import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { WorkspaceScope } from '../common/request/principal';
import { PlansService } from '../workspaces/plans/plans.service';
import { CreditsExhausted } from './credits.errors';
import { CreditsRepository } from './credits.repository';
import type { CreditBalance, HeldCredits, CreditUse } from './credits.types';

/**
 * Credits of a workspace: each calendar month (UTC) has as many as the plan allows. They are held before the work
 * begins and spent in the transaction that stores its result, so that all work can be paid for, and failed work costs
 * nothing. Exact under concurrency: every change locks the month.
 */
@Injectable()
export class CreditsService {
  constructor(
    private readonly credits: CreditsRepository,
    private readonly plans: PlansService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * Holds the credits for at most 90 seconds. In a transaction, it locks the credits of the workspace until the
   * transaction ends.
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
   * Spends the held credits and returns their number. Joins the caller's transaction, that of the result.
   *
   * @returns null if the hold has ended: the result must not be delivered
   */
  async capture(hold: HeldCredits, use: CreditUse): Promise<number | null> {
    await this.credits.lockMonth(hold);
    return this.credits.captureHold(hold, use);
  }

  /** Frees the credits of failed work. Does nothing if the hold was captured or has ended. */
  release(hold: HeldCredits): Promise<void> {
    return this.credits.deleteHold(hold);
  }

  async balance({ workspaceId, planId }: WorkspaceScope): Promise<CreditBalance> {
    const limit = this.plans.limit(planId, 'monthlyCredits');
    const { month, spent, held } = await this.credits.findBalance(workspaceId);
    return { month, limit, spent, held, remaining: remainingOf(limit, spent + held) };
  }
}

/** Not below zero: if a plan became smaller, more credits may be spent than it allows. */
function remainingOf(limit: number | null, gone: number): number | null {
  return limit === null ? null : Math.max(0, limit - gone);
}
