import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import { DomainEvents } from '../../common/events/domain-events';
import type { Page, PageRequest } from '../../common/database/page';
import { type Changes, changesOf, type ComparedFields } from '../../common/event-types/changes';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { EventLog } from '../../events/event-log.service';
import { WORKSPACE_EVENTS } from '../workspace-event.types';
import { WorkspacesRepository } from '../workspaces.repository';
import { AgentRestriction } from './agent-restriction';
import type { UpdateMemberInput } from './member.dto';
import { LastOwner } from './members.errors';
import { AdminLost, type LostReach, MemberReachReduced } from './member-events';
import { MembersRepository } from './members.repository';
import type { NamedMembership } from './membership.entity';
import { ensureMayChange, OwnerRules } from './owner-rules';

const COMPARED: ComparedFields<NamedMembership> = { role: 'value', restrictedAgentIds: 'value' };

/**
 * Changes of a workspace's members run one after the other, under the lock of the workspace's row. Without owners, no
 * member could make new ones, so the last owner can neither leave nor be demoted, even by concurrent calls.
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
    private readonly log: EventLog,
    private readonly audit: Audit,
  ) {}

  /** All of them, oldest first. */
  async list(workspaceId: string): Promise<NamedMembership[]> {
    return this.members.list(workspaceId);
  }

  /** Oldest first. */
  page(workspaceId: string, page: PageRequest): Promise<Page<NamedMembership>> {
    return this.members.page(workspaceId, page);
  }

  /** @throws NotFound 404 */
  get(workspaceId: string, memberId: string): Promise<NamedMembership> {
    return this.members.require(workspaceId, memberId);
  }

  /** Owners and admins, oldest first. */
  listAdmins(workspaceId: string): Promise<NamedMembership[]> {
    return this.members.listAdmins(workspaceId);
  }

  /** The names of those that are members, by id. */
  listNames(workspaceId: string, memberIds: readonly string[]): Promise<Map<string, string>> {
    return this.members.listNames(workspaceId, memberIds);
  }

  /**
   * The agents that a member can see now, for work that continues after their request was authorized. Null if they have
   * left.
   */
  scopeOf(workspaceId: string, memberId: string): Promise<WorkspaceScope | null> {
    return this.members.findScope(workspaceId, memberId);
  }

  /** The same, by account. Null if the account is not a member. */
  findScopeOfAccount(workspaceId: string, accountId: string): Promise<WorkspaceScope | null> {
    return this.members.findScopeOfAccount(workspaceId, accountId);
  }

  /** The member with this verified email, in lower case, and the agents that they can see now. Null if there is none. */
  findByVerifiedEmail(workspaceId: string, email: string): Promise<(WorkspaceScope & { memberId: string }) | null> {
    return this.members.findByVerifiedEmail(workspaceId, email);
  }

  /**
   * Until the transaction ends, no member can leave and no member's agents can change. For callers that assign
   * something to a member who must be able to see it. Take this lock before all others (decision 0102).
   */
  lockMembers(workspaceId: string): Promise<void> {
    return this.workspaces.lockShared(workspaceId);
  }

  /**
   * A role above member removes the restriction to agents. Work with agents that the member no longer sees is
   * unassigned.
   *
   * @throws OwnersOnly 403, RestrictionNeedsMember, UnknownAgents 400, LastOwner, WorkspaceNameTaken 409
   */
  async update(actor: Member, memberId: string, input: UpdateMemberInput): Promise<NamedMembership> {
    return this.work.run(async () => {
      const target = await this.requireLocked(actor, memberId);
      this.audit.before(target);
      const role = input.role ?? target.role;
      ensureMayChange(actor.role, target.role, role);
      if (target.role === 'owner' && role !== 'owner') await this.handOver(target);
      await this.rules.ensureStillMayChange(actor, target.role, role);
      const current = role === 'member' ? target.restrictedAgentIds : null;
      const wanted = input.restrictedAgentIds === undefined ? current : input.restrictedAgentIds;
      const restrictedAgentIds = await this.restriction.checked(actor, role, wanted);
      if (restrictedAgentIds) this.publishReduced(target, { hasLeft: false, visibleAgentIds: restrictedAgentIds });
      if (target.role !== 'member' && role === 'member') this.publishAdminLost(target);
      await this.members.update(actor.workspaceId, target.id, { role, restrictedAgentIds });
      const after = { role, restrictedAgentIds };
      const changes = changesOf<NamedMembership>(target, after, COMPARED);
      const updated = Object.assign(target, after);
      this.append('member.updated', updated, changes);
      return updated;
    });
  }

  /**
   * Members of any role may remove themselves. Their work is unassigned.
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
      if (target.role !== 'member') this.publishAdminLost(target);
      await this.events.settle();
      await this.members.delete(actor.workspaceId, target.id);
      this.append('member.removed', target);
    });
  }

  private append(
    type: 'member.updated' | 'member.removed',
    { workspaceId, id, role, restrictedAgentIds }: NamedMembership,
    changes?: Changes,
  ): void {
    const data = { memberId: id, invitationId: null, role, isRestricted: restrictedAgentIds !== null };
    this.log.append(WORKSPACE_EVENTS[type], { workspaceId, agentId: null, subjectId: id, data, ...changes });
  }

  private publishReduced(
    { workspaceId, id }: NamedMembership,
    lost: Pick<LostReach, 'hasLeft' | 'visibleAgentIds'>,
  ): void {
    this.events.publish(new MemberReachReduced({ workspaceId, memberId: id, ...lost }));
  }

  private publishAdminLost({ workspaceId, id: memberId }: NamedMembership): void {
    this.events.publish(new AdminLost({ workspaceId, memberId }));
  }

  /** Locks the workspace, so that changes of its members and invitations run one after the other. */
  private async requireLocked({ workspaceId }: Member, memberId: string): Promise<NamedMembership> {
    await this.workspaces.requireLocked(workspaceId);
    return this.members.require(workspaceId, memberId);
  }

  /**
   * Call it before an owner loses the role. Another owner must exist, and if the workspace counts toward the plan of
   * this one, the other owner takes it over. The plan of the new owner does not matter: it must not keep a member from
   * leaving.
   */
  private async handOver(owner: NamedMembership): Promise<void> {
    const heir = await this.members.findOtherOwner(owner.workspaceId, owner.id);
    if (!heir) throw new LastOwner();
    const { ownerAccountId } = await this.workspaces.require(owner.workspaceId);
    if (ownerAccountId === owner.accountId) await this.workspaces.updateOwner(owner.workspaceId, heir.accountId);
  }
}
