import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound } from '../common/errors/domain-error';
import type { Role } from '../common/operations/access';
import type { Member, WorkspaceScope } from '../common/request/principal';
import { AgentRestriction } from './agent-restriction';
import type { MemberRecord } from './member.entity';
import { MembersRepository } from './members.repository';
import { ensureMayChange } from './owner-rules';
import { LastOwner } from './workspaces.errors';
import { WorkspacesRepository } from './workspaces.repository';

export interface MemberChange {
  role?: Role;
  restrictedAgentIds?: string[] | null;
}

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
  ) {}

  /** Oldest first. */
  async list(workspaceId: string): Promise<MemberRecord[]> {
    return this.members.list(workspaceId);
  }

  /** What a member reaches now, for work that goes on after their request was let in; null where they have left. */
  scopeOf(workspaceId: string, memberId: string): Promise<WorkspaceScope | null> {
    return this.members.findScope(workspaceId, memberId);
  }

  /**
   * A role above member lifts the restriction to agents.
   *
   * @throws OwnersOnly 403, RestrictionNeedsMember, UnknownAgents 400, LastOwner, WorkspaceNameTaken 409
   */
  async update(actor: Member, memberId: string, change: MemberChange): Promise<MemberRecord> {
    return this.work.run(async () => {
      const target = await this.locked(actor, memberId);
      const role = change.role ?? target.role;
      ensureMayChange(actor.role, target.role, role);
      if (target.role === 'owner' && role !== 'owner') await this.handOver(target);
      await this.ensureStillMay(actor, target.role, role);
      const kept = role === 'member' ? target.restrictedAgentIds : null;
      const wanted = change.restrictedAgentIds === undefined ? kept : change.restrictedAgentIds;
      const restrictedAgentIds = await this.restriction.checked(actor, role, wanted);
      await this.members.update(actor.workspaceId, target.id, { role, restrictedAgentIds });
      return { ...target, role, restrictedAgentIds };
    });
  }

  /**
   * Members may remove themselves, whatever their role.
   *
   * @throws RoleInsufficient, OwnersOnly 403, LastOwner, WorkspaceNameTaken 409
   */
  async remove(actor: Member, memberId: string): Promise<void> {
    await this.work.run(async () => {
      const target = await this.locked(actor, memberId);
      const leaving = target.id === actor.memberId;
      if (!leaving) ensureMayChange(actor.role, target.role);
      if (target.role === 'owner') await this.handOver(target);
      if (!leaving) await this.ensureStillMay(actor, target.role);
      await this.members.remove(actor.workspaceId, target.id);
    });
  }

  private async locked(actor: Member, memberId: string): Promise<MemberRecord> {
    await this.members.lock(actor.workspaceId);
    const target = await this.members.find(actor.workspaceId, memberId);
    if (!target) throw new NotFound();
    return target;
  }

  /**
   * Before an owner ceases to be one: somebody else must be, and takes the workspace over where it counts for this one.
   * Whatever the heir's own plan allows: nobody can be made to keep a workspace by another person's plan.
   */
  private async handOver(owner: MemberRecord): Promise<void> {
    const heir = await this.members.otherOwner(owner.workspaceId, owner.id);
    if (!heir) throw new LastOwner();
    const { ownerAccountId } = await this.workspaces.get(owner.workspaceId);
    if (ownerAccountId === owner.accountId) await this.workspaces.changeOwner(owner.workspaceId, heir.accountId);
  }

  /** The actor's role was read before the lock: whoever held the lock may have taken it away. */
  private async ensureStillMay(actor: Member, ...roles: Role[]): Promise<void> {
    const now = await this.members.findAccount(actor.workspaceId, actor.accountId);
    if (!now) throw new NotFound();
    ensureMayChange(now.role, ...roles);
  }
}
