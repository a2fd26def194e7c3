import { Injectable } from '@nestjs/common';
import { ProvenAccountsService } from '../../accounts/proven-accounts.service';
import type { Program } from '../../accounts/sessions/sessions.service';
import { Audit } from '../../common/audit/audit';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { hashSecret } from '../../common/secrets/token';
import { WorkspacesRepository } from '../workspaces.repository';
import type { AcceptInvitationAsNewInput } from './invitation.dto';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';
import type { Newcomer } from './newcomer.types';

/** Invited people without an account. The token was only sent by email, so it proves the address of the invitation. */
@Injectable()
export class NewcomersService {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repository: InvitationsRepository,
    private readonly invitations: InvitationsService,
    private readonly workspaces: WorkspacesRepository,
    private readonly accounts: ProvenAccountsService,
    private readonly audit: Audit,
  ) {}

  /**
   * Uses up the token: of two callers at once, the later one gets a 404. A refusal leaves it as it was.
   *
   * @throws SignInOriginUntrusted, PlanLimitReached 403, NotFound 404, AccountExists 409
   */
  async accept({ token, name, password }: AcceptInvitationAsNewInput, program: Program): Promise<Newcomer> {
    this.accounts.ensureTrusted(program);
    const tokenHash = hashSecret(token);
    // An invented token must not cost a hash.
    await this.repository.requireOpenByToken(tokenHash);
    const passwordHash = await this.accounts.prepare(password);
    return this.work.run(async () => {
      const { workspaceId } = await this.repository.requireOpenByToken(tokenHash);
      const { planId } = await this.workspaces.requireLocked(workspaceId);
      // Read it again: under the lock, no other call can revoke or accept it.
      const invitation = await this.repository.requireOpenByToken(tokenHash);
      const account = await this.accounts.create({ email: invitation.email, name, passwordHash });
      const member = await this.invitations.admit(account.id, invitation, planId);
      await this.audit.write({ subjectId: member.id, accountId: account.id, workspaceId });
      return { ...(await this.accounts.signIn(account, program)), member };
    });
  }
}
