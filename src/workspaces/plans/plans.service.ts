import { Injectable } from '@nestjs/common';
import { InvalidSettings, Settings } from '../../config/load-settings';
import type { PlanLimit } from './plan.types';
import { FIRST_PLAN, loadPlans, type Plans } from './plans-file';
import { PlanLimitReached } from './plans.errors';

/** The limits of plans. They are read once at start; an unusable file stops the start. */
@Injectable()
export class PlansService {
  private readonly plans: Plans;

  constructor(settings: Settings) {
    try {
      this.plans = loadPlans(settings.values.PLANS_FILE);
    } catch (error) {
      throw new InvalidSettings([(error as Error).message]);
    }
  }

  /** Null means no limit. A plan that is no longer in the file has the limits of the first plan. */
  limit(planId: string, name: PlanLimit): number | null {
    const plan = this.plans.get(planId) ?? this.plans.get(FIRST_PLAN);
    if (!plan) throw new Error(`There is no plan ${FIRST_PLAN}`);
    return plan[name];
  }

  /**
   * Refuses `more` in addition to `existing` if the plan does not allow that many. Exact only while the caller holds a
   * lock that keeps `existing` unchanged.
   *
   * @throws PlanLimitReached 403
   */
  ensure(planId: string, name: PlanLimit, existing: number, more = 1): void {
    const limit = this.limit(planId, name);
    if (limit !== null && existing + more > limit) throw new PlanLimitReached(name, limit);
  }

  /**
   * Refuses one more workspace. An account has no plan of its own, so the largest limit among its workspaces counts.
   */
  ensureWorkspaces(planIds: readonly string[]): void {
    const limits = [FIRST_PLAN, ...planIds].map((planId) => this.limit(planId, 'workspacesOwned'));
    if (limits.includes(null)) return;
    const limit = Math.max(...limits.map(Number));
    if (planIds.length >= limit) throw new PlanLimitReached('workspacesOwned', limit);
  }
}
