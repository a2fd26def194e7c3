import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { Audit } from '../../common/audit/audit';
import { advisoryLock } from '../../common/database/advisory-lock';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound, VersionConflict } from '../../common/errors/domain-error';
import { canAccessAgent, type WorkspaceScope } from '../../common/request/principal';
import { WorkspacesService } from '../../workspaces/workspaces.service';
import type { Priority } from '../../support/support-request.types';
import { alwaysOpen, changedCalendar, inOrder } from './calendar-rules';
import { ensurePromisable, type PromisedTime, promisedTime } from './policy-rules';
import { TooManySlaPolicies } from './sla-policies.errors';
import { SlaPoliciesRepository } from './sla-policies.repository';
import { type CreateSlaPolicyInput, MOST_POLICIES, type UpdateSlaPolicyInput } from './sla-policy-input.dto';
import type { PolicyContent, SlaPolicy } from './sla-policy.entity';
import type { SlaTarget } from './sla-policy.types';
import type { PreviewSlaTargetInput } from './target-preview.dto';

/**
 * The promises of a workspace to its customers. A writer has the policies of the workspace alone, so that their positions
 * have no gaps. A restricted member sees what is promised for their agents.
 */
@Injectable()
export class SlaPoliciesService {
  constructor(
    private readonly policies: SlaPoliciesRepository,
    private readonly agents: AgentsService,
    private readonly workspaces: WorkspacesService,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** The policy that holds for a request; null: none does. One statement. */
  match(
    workspaceId: string,
    { agentId, priority }: { agentId: string; priority: Priority },
  ): Promise<SlaPolicy | null> {
    return this.policies.findMatching(workspaceId, agentId, priority);
  }

  /** @throws InvalidTimezone, ValidationFailed, UnknownAgents 400, TooManySlaPolicies 409 */
  create(scope: WorkspaceScope, input: CreateSlaPolicyInput): Promise<SlaPolicy> {
    const { workspaceId } = scope;
    const { name, enabled, pauseOn = null, match: { agentIds = [], priorities = [] } = {} } = input;
    return this.alone(workspaceId, async () => {
      const targets = input.targets.map(targetOf);
      const { timezone } = await this.workspaces.get(workspaceId);
      const calendar = await this.promisable(targets, changedCalendar(alwaysOpen(timezone), input.calendar ?? {}));
      await this.agents.ensureAll(scope, agentIds, '/match/agentIds');
      const count = await this.policies.count(workspaceId);
      if (count >= MOST_POLICIES) throw new TooManySlaPolicies(MOST_POLICIES);
      const position = Math.min(input.position ?? MOST_POLICIES, count + 1);
      await this.policies.shift(workspaceId, position, count, 1);
      return this.policies.insert({
        workspaceId,
        name,
        position,
        enabled,
        agentIds,
        priorities,
        targets,
        pauseOn,
        calendar,
      });
    });
  }

  /** Those that the caller sees, by position. */
  async list(scope: WorkspaceScope): Promise<SlaPolicy[]> {
    return (await this.policies.list(scope.workspaceId)).filter((policy) => isVisible(scope, policy));
  }

  /** @throws NotFound 404 */
  async get(scope: WorkspaceScope, policyId: string): Promise<SlaPolicy> {
    const policy = await this.policies.require(scope.workspaceId, policyId);
    if (!isVisible(scope, policy)) throw new NotFound();
    return policy;
  }

  /**
   * Changes what is supplied; agents that the policy has already may stay, purged or not, so that a client can send back
   * what it has read.
   *
   * @throws NotFound 404, VersionConflict 409, InvalidTimezone, ValidationFailed, UnknownAgents 400
   */
  update(scope: WorkspaceScope, policyId: string, input: UpdateSlaPolicyInput): Promise<SlaPolicy> {
    const { workspaceId } = scope;
    return this.alone(workspaceId, async () => {
      const policy = await this.policies.require(workspaceId, policyId);
      if (policy.version !== input.expectedVersion) throw new VersionConflict(policy.version);
      const present = contentOf(policy);
      this.audit.before({ ...present, match: { agentIds: present.agentIds, priorities: present.priorities } });
      const next: PolicyContent = {
        name: input.name ?? present.name,
        position: Math.min(input.position ?? present.position, await this.policies.count(workspaceId)),
        enabled: input.enabled ?? present.enabled,
        agentIds: input.match?.agentIds ?? present.agentIds,
        priorities: input.match?.priorities ?? present.priorities,
        targets: input.targets?.map(targetOf) ?? present.targets,
        pauseOn: input.pauseOn === undefined ? present.pauseOn : input.pauseOn,
        calendar: changedCalendar(present.calendar, input.calendar ?? {}),
      };
      if (input.targets ?? input.calendar) next.calendar = await this.promisable(next.targets, next.calendar);
      const added = next.agentIds.filter((agentId) => !present.agentIds.includes(agentId));
      await this.agents.ensureAll(scope, added, '/match/agentIds');
      if (isDeepStrictEqual(next, present)) return policy;
      await this.makeWay(workspaceId, present.position, next.position);
      return this.policies.update(workspaceId, policy.id, next);
    });
  }

  /** @throws NotFound 404, also for the later of two callers at once */
  remove({ workspaceId }: WorkspaceScope, policyId: string): Promise<void> {
    return this.alone(workspaceId, async () => {
      const { id, position } = await this.policies.require(workspaceId, policyId);
      await this.policies.delete(workspaceId, id);
      await this.policies.shift(workspaceId, position + 1, MOST_POLICIES, -1);
    });
  }

  /** What a target of a new policy with that calendar would come to. @throws InvalidTimezone, ValidationFailed 400 */
  async preview({ workspaceId }: WorkspaceScope, input: PreviewSlaTargetInput): Promise<PromisedTime> {
    const { calendar = {}, seconds, startedAt } = input;
    const { timezone } = await this.workspaces.get(workspaceId);
    return promisedTime(changedCalendar(alwaysOpen(timezone), calendar), seconds, Date.parse(startedAt));
  }

  private alone<T>(workspaceId: string, change: () => Promise<T>): Promise<T> {
    return this.work.run(async () => {
      await advisoryLock(this.work, `sla-policies:${workspaceId}`);
      return change();
    });
  }

  /** The calendar in order, if all targets can be kept with it. */
  private async promisable(
    targets: SlaPolicy['targets'],
    calendar: SlaPolicy['calendar'],
  ): Promise<SlaPolicy['calendar']> {
    ensurePromisable(targets, calendar, (await databaseTime(this.work)).getTime());
    return inOrder(calendar);
  }

  /** Those between the old place of a policy and its new one go towards the old. */
  private async makeWay(workspaceId: string, from: number, to: number): Promise<void> {
    if (to < from) await this.policies.shift(workspaceId, to, from - 1, 1);
    if (to > from) await this.policies.shift(workspaceId, from + 1, to, -1);
  }
}

/** What a member may change. */
function contentOf(policy: SlaPolicy): PolicyContent {
  const { name, position, enabled, agentIds, priorities, targets, pauseOn, calendar } = policy;
  return { name, position, enabled, agentIds, priorities, targets, pauseOn, calendar };
}

function targetOf({ milestone, seconds, warnAtPercent, pauseOn }: SlaTarget): SlaTarget {
  return { milestone, seconds, warnAtPercent, pauseOn };
}

function isVisible(scope: WorkspaceScope, { agentIds }: SlaPolicy): boolean {
  return agentIds.length === 0 || agentIds.some((agentId) => canAccessAgent(scope, agentId));
}
