import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { MailOutbox } from '../../common/mail/mail-outbox';
import type { Member } from '../../common/request/principal';
import { hashSecret, issueSecret } from '../../common/secrets/token';
import { Settings } from '../../config/load-settings';
import { EventLog } from '../../events/event-log.service';
import { AgentRestriction } from '../members/agent-restriction';
import { MembersRepository } from '../members/members.repository';
import type { NamedMembership } from '../members/membership.entity';
import { OwnerRules } from '../members/owner-rules';
import { PlansService } from '../plans/plans.service';
import { WORKSPACE_EVENTS } from '../workspace-event.types';
import { WorkspacesRepository } from '../workspaces.repository';
import { InvitationLimits } from './invitation-limits';
import { invitationMail } from './invitation-mail';
import type { AcceptInvitationInput, InviteMemberInput } from './invitation.dto';
import type { Invitation } from './invitation.entity';
import { AlreadyMember } from './invitations.errors';
import { InvitationsRepository } from './invitations.repository';

/** Offers of membership, open for seven days. Changes run under the lock of the workspace, as those of members do. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspacesRepository,
    private readonly plans: PlansService,
    private readonly restriction: AgentRestriction,
    private readonly rules: OwnerRules,
    private readonly limits: InvitationLimits,
    private readonly mail: MailOutbox,
    private readonly settings: Settings,
    private readonly log: EventLog,
  ) {}

  /** The open invitations, newest first. */
  async list(workspaceId: string): Promise<Invitation[]> {
    return this.invitations.listOpen(workspaceId);
  }

  /**
   * Sends the token only by email. An earlier open invitation of the address ends. Members and open invitations
   * together count toward the plan's limit, so that every invitation can be accepted. Sends nothing to a mailbox that
   * has reached its daily budget; the answer does not show this to the inviter.
   *
   * @throws RoleInsufficient, OwnersOnly, PlanLimitReached 403, AlreadyMember, RestrictionNeedsMember, UnknownAgents 400, RateLimited 429
   */
  async invite(
    actor: Member,
    { email, role, restrictedAgentIds: agentIds = null }: InviteMemberInput,
  ): Promise<Invitation> {
    return this.work.run(async () => {
      const { workspaceId } = actor;
      // Reads the plan under its lock; the actor's plan was read before.
      const workspace = await this.workspaces.requireLocked(workspaceId);
      const replaced = await this.invitations.findOpenByEmail(workspaceId, email);
      await this.rules.ensureStillMayChange(actor, role, replaced?.role);
      await this.invitations.revoke(workspaceId, email);
      this.plans.ensure(workspace.planId, 'members', await this.taken(workspaceId));
      if (await this.members.existsWithEmail(workspaceId, email)) throw new AlreadyMember();
      const restrictedAgentIds = await this.restriction.checked(actor, role, agentIds);
      await this.limits.count(actor, email);
      const token = issueSecret('cm_');
      const invitation = await this.invitations.insert({
        workspaceId,
        email,
        role,
        restrictedAgentIds,
        tokenHash: hashSecret(token),
        invitedByAccountId: actor.accountId,
      });
      this.log.append(WORKSPACE_EVENTS['member.invited'], {
        ...{ workspaceId, agentId: null, subjectId: invitation.id },
        data: { memberId: null, invitationId: invitation.id, role, isRestricted: restrictedAgentIds !== null },
      });
      const mail = invitationMail(invitation, workspace.name, token, this.settings);
      await this.mail.enqueueWithinBudget('invitation', mail);
      return invitation;
    });
  }

  /** @throws RoleInsufficient, OwnersOnly 403 if the invitation is for an owner, NotFound 404 if it is not open */
  async revoke(actor: Member, invitationId: string): Promise<void> {
    await this.work.run(async () => {
      await this.workspaces.requireLocked(actor.workspaceId);
      const { role, email } = await this.invitations.requireOpen(actor.workspaceId, invitationId);
      await this.rules.ensureStillMayChange(actor, role);
      await this.invitations.revoke(actor.workspaceId, email);
    });
  }

  /**
   * Only for the account with the verified email address that received the invitation. A repeated call by the same
   * account returns its membership.
   *
   * @throws NotFound 404, PlanLimitReached 403 if the plan has become smaller since
   */
  async accept(accountId: string, { token }: AcceptInvitationInput): Promise<NamedMembership> {
    return this.work.run(async () => {
      const { workspaceId } = await this.invitations.requireForAccount(accountId, hashSecret(token));
      const { planId } = await this.workspaces.requireLocked(workspaceId);
      // Read it again: under the lock, no other call can revoke or accept it.
      const invitation = await this.invitations.requireForAccount(accountId, hashSecret(token));
      return invitation.acceptedAt
        ? this.members.requireByAccount(workspaceId, accountId)
        : this.admit(accountId, invitation, planId);
    });
  }

  /**
   * The account becomes a member by an open invitation, under the lock of the workspace.
   *
   * @throws PlanLimitReached 403
   */
  async admit(accountId: string, invitation: Invitation, planId: string): Promise<NamedMembership> {
    const { id, workspaceId, role, restrictedAgentIds } = invitation;
    this.plans.ensure(planId, 'members', await this.members.count(workspaceId));
    await this.members.insert(workspaceId, { accountId, role, restrictedAgentIds });
    await this.invitations.accept(workspaceId, id);
    const member = await this.members.requireByAccount(workspaceId, accountId);
    this.appendJoined(member, id);
    return member;
  }

  private appendJoined({ workspaceId, id, role, restrictedAgentIds }: NamedMembership, invitationId: string): void {
    this.log.append(WORKSPACE_EVENTS['member.joined'], {
      ...{ workspaceId, agentId: null, subjectId: id, actor: { kind: 'member' as const, id } },
      data: { memberId: id, invitationId, role, isRestricted: restrictedAgentIds !== null },
    });
  }

  private async taken(workspaceId: string): Promise<number> {
    return (await this.members.count(workspaceId)) + (await this.invitations.listOpen(workspaceId)).length;
  }
}
