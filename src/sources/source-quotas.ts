import { Injectable } from '@nestjs/common';
import { PlansService } from '../workspaces/plans/plans.service';
import { WorkspacesService } from '../workspaces/workspaces.service';
import type { AgentKey } from '../retrieval/queryable';
import { SourceFailure } from './sources.errors';
import { SourceUsageRepository } from './source-usage.repository';

/** Limits of a workspace's plan on sources, checked in the transaction that uses them. */
@Injectable()
export class SourceQuotas {
  constructor(
    private readonly plans: PlansService,
    private readonly workspaces: WorkspacesService,
    private readonly usage: SourceUsageRepository,
  ) {}

  /**
   * Room for one more source made of as many bytes. Locks the workspace against other creations.
   *
   * @throws PlanLimitReached 403
   */
  async ensureRoom(workspaceId: string, bytes: number): Promise<void> {
    const planId = await this.workspaces.lockPlan(workspaceId);
    if (this.plans.limit(planId, 'sources') === null && this.plans.limit(planId, 'sourceBytes') === null) return;
    const usage = await this.usage.findUsage(workspaceId);
    this.plans.ensure(planId, 'sources', usage.sources);
    this.plans.ensure(planId, 'sourceBytes', usage.bytes, bytes);
  }

  /**
   * Room for as many more bytes of a source that is there. Locks the workspace against other creations.
   *
   * @throws PlanLimitReached 403
   */
  async ensureMoreBytes(workspaceId: string, bytes: number): Promise<void> {
    if (bytes <= 0) return;
    const planId = await this.workspaces.lockPlan(workspaceId);
    if (this.plans.limit(planId, 'sourceBytes') === null) return;
    this.plans.ensure(planId, 'sourceBytes', (await this.usage.findUsage(workspaceId)).bytes, bytes);
  }

  /**
   * Room for as many more bytes, for the worker. Locks the workspace against other creations.
   *
   * @throws SourceFailure too_large
   */
  async ensureBytes(workspaceId: string, bytes: number): Promise<void> {
    if (bytes <= 0) return;
    const planId = await this.workspaces.lockPlan(workspaceId);
    const limit = this.plans.limit(planId, 'sourceBytes');
    if (limit === null || (await this.usage.findUsage(workspaceId)).bytes + bytes <= limit) return;
    throw new SourceFailure(
      'too_large',
      `The sources of the workspace would have more than the ${limit} bytes of its plan.`,
    );
  }

  /** How many more sources the workspace may have; null: any number. Locks the workspace against other creations. */
  async roomForSources(workspaceId: string): Promise<number | null> {
    const planId = await this.workspaces.lockPlan(workspaceId);
    const limit = this.plans.limit(planId, 'sources');
    return limit === null ? null : Math.max(0, limit - (await this.usage.findUsage(workspaceId)).sources);
  }

  /**
   * That the agent, with the source that the transaction has just indexed, knows no more different words than its plan allows.
   * Exact under the agent's lock, which indexing holds.
   *
   * @throws SourceFailure too_large
   */
  async ensureVocabulary(agent: AgentKey): Promise<void> {
    const { planId } = await this.workspaces.get(agent.workspaceId);
    const limit = this.plans.limit(planId, 'lexemes');
    if (limit === null || !(await this.usage.existsLexemeBeyond(agent, limit))) return;
    throw new SourceFailure(
      'too_large',
      `With this source the agent would know more than ${limit} different words, which is what the plan allows. ` +
        'Shorten it, or remove other sources of the agent.',
    );
  }
}
