import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../common/events/domain-events';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { WorkspacesRepository } from '../workspaces.repository';
import { AgentRestriction } from './agent-restriction';
import type { UpdateMemberInput } from './member.dto';
import { LastOwner } from './members.errors';
import { type LostReach, MemberReachReduced } from './member-events';
import { MembersRepository } from './members.repository';
import type { NamedMembership } from './membership.entity';
import { ensureMayChange, OwnerRules } from './owner-rules';

/**
 * Changes of one workspace's members run one after another under its row's lock. Owners, once lost, cannot be made again,
 * so the last one can neither leave nor be demoted, whatever happens at the same time.
 */
@Injectable()
export class MembersService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspacesRepository,
    private readonly restriction: AgentRestriction,
    private readonly rules: OwnerRules,
    private readonly events: DomainEvents,
  ) {}

  /** Oldest first. */
  async list(workspaceId: string): Promise<NamedMembership[]> {
    return this.members.list(workspaceId);
  }

  /** Of those that are members, by id. */
  listNames(workspaceId: string, memberIds: readonly string[]): Promise<Map<string, string>> {
    return this.members.listNames(workspaceId, memberIds);
  }

  /** What a member reaches now, for work that goes on after their request was let in; null where they have left. */
  scopeOf(workspaceId: string, memberId: string): Promise<WorkspaceScope | null> {
    return this.members.findScope(workspaceId, memberId);
  }

  /** The same by account; null where it is no member. */
  findScopeOfAccount(workspaceId: string, accountId: string): Promise<WorkspaceScope | null> {
    return this.members.findScopeOfAccount(workspaceId, accountId);
  }

  /**
   * Nobody leaves, and nobody's reach changes, until the transaction ends. For who gives a member something that is theirs
   * while they see it; comes before all other locks (decision 0102).
   */
  holdOffChanges(workspaceId: string): Promise<void> {
    return this.workspaces.lockShared(workspaceId);
  }

  /**
   * A role above member lifts the restriction to agents. What is of agents that they no longer see is not theirs any more.
   *
   * @throws OwnersOnly 403, RestrictionNeedsMember, UnknownAgents 400, LastOwner, WorkspaceNameTaken 409
   */
  async update(actor: Member, memberId: string, input: UpdateMemberInput): Promise<NamedMembership> {
    return this.work.run(async () => {
      const target = await this.requireLocked(actor, memberId);
      const role = input.role ?? target.role;
      ensureMayChange(actor.role, target.role, role);
      if (target.role === 'owner' && role !== 'owner') await this.handOver(target);
      await this.rules.ensureStillMayChange(actor, target.role, role);
      const kept = role === 'member' ? target.restrictedAgentIds : null;
      const wanted = input.restrictedAgentIds === undefined ? kept : input.restrictedAgentIds;
      const restrictedAgentIds = await this.restriction.checked(actor, role, wanted);
      if (restrictedAgentIds) this.publishReduced(target, { hasLeft: false, visibleAgentIds: restrictedAgentIds });
      await this.members.update(actor.workspaceId, target.id, { role, restrictedAgentIds });
      return Object.assign(target, { role, restrictedAgentIds });
    });
  }

  /**
   * Members may remove themselves, whatever their role. What was theirs is nobody's.
   *
   * @throws RoleInsufficient, OwnersOnly 403, LastOwner, WorkspaceNameTaken 409
   */
  async remove(actor: Member, memberId: string): Promise<void> {
    await this.work.run(async () => {
      const target = await this.requireLocked(actor, memberId);
      const leaving = target.id === actor.memberId;
      if (!leaving) ensureMayChange(actor.role, target.role);
      if (target.role === 'owner') await this.handOver(target);
      if (!leaving) await this.rules.ensureStillMayChange(actor, target.role);
      this.publishReduced(target, { hasLeft: true, visibleAgentIds: [] });
      await this.events.settle();
      await this.members.delete(actor.workspaceId, target.id);
    });
  }

  private publishReduced(
    { workspaceId, id }: NamedMembership,
    lost: Pick<LostReach, 'hasLeft' | 'visibleAgentIds'>,
  ): void {
    this.events.publish(new MemberReachReduced({ workspaceId, memberId: id, ...lost }));
  }

  /** Locks the workspace: changes of its members and invitations wait for each other. */
  private async requireLocked({ workspaceId }: Member, memberId: string): Promise<NamedMembership> {
    await this.workspaces.requireLocked(workspaceId);
    return this.members.require(workspaceId, memberId);
  }

  /**
   * Before an owner ceases to be one: somebody else must be, and takes the workspace over where it counts for this one.
   * Whatever the heir's own plan allows: nobody can be made to keep a workspace by another person's plan.
   */
  private async handOver(owner: NamedMembership): Promise<void> {
    const heir = await this.members.findOtherOwner(owner.workspaceId, owner.id);
    if (!heir) throw new LastOwner();
    const { ownerAccountId } = await this.workspaces.require(owner.workspaceId);
    if (ownerAccountId === owner.accountId) await this.workspaces.updateOwner(owner.workspaceId, heir.accountId);
  }
}
