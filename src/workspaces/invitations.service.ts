import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { NotFound } from '../common/errors/domain-error';
import { MailOutbox } from '../common/mail/mail-outbox';
import type { Role } from '../common/operations/access';
import type { Member } from '../common/request/principal';
import { hashSecret, issueSecret } from '../common/secrets/token';
import { Settings } from '../config/load-settings';
import { AgentRestriction } from './agent-restriction';
import { InvitationLimits } from './invitation-limits';
import { invitationMail } from './invitation-mail';
import type { Invitation } from './invitation.entity';
import { InvitationsRepository } from './invitations.repository';
import type { MemberRecord } from './member.entity';
import { MembersRepository } from './members.repository';
import { ensureMayChange } from './owner-rules';
import { PlansService } from './plans.service';
import { AlreadyMember } from './workspaces.errors';
import { WorkspacesRepository } from './workspaces.repository';

export interface InvitationOffer {
  email: string;
  role: Role;
  restrictedAgentIds: string[] | null;
}

@Injectable()
export class InvitationsService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspacesRepository,
    private readonly plans: PlansService,
    private readonly restriction: AgentRestriction,
    private readonly limits: InvitationLimits,
    private readonly mail: MailOutbox,
    private readonly settings: Settings,
  ) {}

  /** The open ones, newest first. */
  async list(workspaceId: string): Promise<Invitation[]> {
    return this.invitations.open(workspaceId);
  }

  /**
   * Sends the token by mail, nowhere else. An earlier open invitation of the address ends. Members and open invitations
   * together count against the plan, so that an invitation that was sent can be accepted. No mail is sent to a mailbox
   * that has got enough of them today, of which the inviter learns nothing.
   *
   * @throws OwnersOnly, PlanLimitReached 403, AlreadyMember, RestrictionNeedsMember, UnknownAgents 400, RateLimited 429
   */
  async invite(actor: Member, offer: InvitationOffer): Promise<Invitation> {
    return this.work.run(async () => {
      const { workspaceId } = actor;
      await this.members.lock(workspaceId);
      const replaced = await this.invitations.findOpenFor(workspaceId, offer.email);
      await this.ensureMay(actor, offer.role, replaced?.role);
      await this.invitations.revokeFor(workspaceId, offer.email);
      // The plan that the lock protects; the actor's was read before.
      const workspace = await this.workspaces.get(workspaceId);
      this.plans.ensure(workspace.planId, 'members', await this.taken(workspaceId));
      if (await this.members.findEmail(workspaceId, offer.email)) throw new AlreadyMember();
      const restrictedAgentIds = await this.restriction.checked(actor, offer.role, offer.restrictedAgentIds);
      await this.limits.count(actor, offer.email);
      const token = issueSecret('cm_');
      const invitation = await this.invitations.insert({
        ...offer,
        workspaceId,
        restrictedAgentIds,
        tokenHash: hashSecret(token),
        invitedByAccountId: actor.accountId,
      });
      const mail = invitationMail(invitation, workspace.name, token, this.settings.baseUrl);
      await this.mail.enqueueWithinBudget('invitation', mail);
      return invitation;
    });
  }

  /** @throws OwnersOnly 403 where an owner was invited; NotFound where the invitation is not open */
  async revoke(actor: Member, invitationId: string): Promise<void> {
    await this.work.run(async () => {
      await this.members.lock(actor.workspaceId);
      const invitation = await this.invitations.findOpen(actor.workspaceId, invitationId);
      if (!invitation) throw new NotFound();
      await this.ensureMay(actor, invitation.role);
      await this.invitations.revokeFor(actor.workspaceId, invitation.email);
    });
  }

  /**
   * Only for the account whose verified email the invitation was sent to; for everybody else there is none. The same
   * account may call it again: it gets the membership that it has.
   *
   * @throws NotFound, PlanLimitReached 403 where the plan was made smaller since
   */
  async accept(accountId: string, token: string): Promise<MemberRecord> {
    return this.work.run(async () => {
      const found = await this.invitations.findFor(accountId, hashSecret(token));
      if (!found) throw new NotFound();
      const { workspaceId } = found;
      await this.members.lock(workspaceId);
      // Again, now that nobody can revoke it or accept it at the same time.
      const invitation = await this.invitations.findFor(accountId, hashSecret(token));
      if (!invitation) throw new NotFound();
      if (!invitation.acceptedAt) await this.admit(accountId, invitation);
      const member = await this.members.findAccount(workspaceId, accountId);
      if (!member) throw new NotFound();
      return member;
    });
  }

  private async admit(accountId: string, { id, workspaceId, role, restrictedAgentIds }: Invitation): Promise<void> {
    const { planId } = await this.workspaces.get(workspaceId);
    this.plans.ensure(planId, 'members', await this.members.count(workspaceId));
    await this.members.insert(workspaceId, { accountId, role, restrictedAgentIds });
    await this.invitations.markAccepted(workspaceId, id);
  }

  private async taken(workspaceId: string): Promise<number> {
    return (await this.members.count(workspaceId)) + (await this.invitations.open(workspaceId)).length;
  }

  /** By the role of now, which the lock protects: the guard read it earlier. */
  private async ensureMay({ workspaceId, accountId }: Member, ...roles: (Role | undefined)[]): Promise<void> {
    const now = await this.members.findAccount(workspaceId, accountId);
    if (!now) throw new NotFound();
    ensureMayChange(now.role, ...roles);
  }
}
