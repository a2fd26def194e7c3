import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { SessionExpired } from '../common/auth/auth.errors';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { SessionPrincipal } from '../common/request/principal';
import { hashSecret, issueSecret } from '../common/secrets/token';
import { AccountMails } from './account-mails';
import type { Account } from './account.entity';
import { MailTokenUnusable } from './accounts.errors';
import { AccountsRepository } from './accounts.repository';
import { EmailTokensRepository } from './email-tokens.repository';
import type { PreparedPassword } from './identity/identity.port';
import { IdentityService } from './identity/identity.service';
import { KnownAddresses } from './proof/known-addresses';
import { PasswordProofService } from './proof/password-proof.service';
import { MailboxOwnersService } from './registrations/mailbox-owners.service';
import { OpenRegistration } from './registrations/open-registration';
import { SessionsRepository } from './sessions/sessions.repository';

/**
 * Changes of passwords: by email if forgotten, or by proof of the current one. Both end sessions and their credentials.
 */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly tokens: EmailTokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly identity: IdentityService,
    private readonly proof: PasswordProofService,
    private readonly owners: MailboxOwnersService,
    private readonly addresses: KnownAddresses,
    private readonly mails: AccountMails,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
    private readonly open: OpenRegistration,
  ) {}

  /** Sends an email if the address has an account. */
  async requestReset(email: string): Promise<void> {
    await this.work.run(async () => {
      const account = await this.accounts.findByEmail(email);
      const token = issueSecret('cm_');
      await this.tokens.insert(hashSecret(token), account?.id ?? null, 'password_reset');
      await (account ? this.mails.passwordReset(email, token) : this.mails.nothing('reset', email));
    });
  }

  /**
   * Sets the password and ends every session. The token also proves the mailbox: an unverified account now belongs to
   * the owner of the mailbox, and loses the name and password of its registrations.
   *
   * @throws MailTokenUnusable 400, RegistrationClosed 403 for an unverified account
   */
  async completeReset(token: string, newPassword: string): Promise<Account> {
    const tokenHash = hashSecret(token);
    // An invented token must not cost a hash.
    if (!(await this.tokens.find(tokenHash, 'password_reset'))) throw new MailTokenUnusable();
    const passwordHash = await this.identity.prepare(newPassword);
    return this.work.run(async () => {
      const answered = await this.tokens.use(tokenHash, 'password_reset');
      if (!answered) throw new MailTokenUnusable();
      const { id, emailVerifiedAt } = await this.accounts.require(answered.accountId);
      if (emailVerifiedAt) await this.addresses.rememberCallers(id);
      else this.open.ensure();
      const account = await (emailVerifiedAt
        ? this.replace(id, passwordHash, null)
        : this.owners.replace(id, { passwordHash }));
      await this.audit.write({ subjectId: account.id, accountId: account.id });
      return account;
    });
  }

  /** @throws CurrentPasswordWrong 401, RateLimited 429, and SessionExpired 401 if the session ended meanwhile */
  async change(session: SessionPrincipal, currentPassword: string, newPassword: string): Promise<Account> {
    await this.proof.proveInside(session, currentPassword);
    const passwordHash = await this.identity.prepare(newPassword, 'inside');
    return this.work.run(async () => {
      await this.accounts.lock(session.accountId);
      // Without this check, the old password could undo a reset that has just replaced it.
      if (!(await this.sessions.existsLive(session.accountId, session.sessionId))) throw new SessionExpired();
      const account = await this.replace(session.accountId, passwordHash, session.sessionId);
      await this.audit.write();
      return account;
    });
  }

  private async replace(
    accountId: string,
    passwordHash: PreparedPassword,
    currentSession: string | null,
  ): Promise<Account> {
    await this.identity.adopt(accountId, passwordHash);
    await this.accounts.raisePasswordVersion(accountId);
    await this.sessions.revokeAll(accountId, currentSession);
    // An email sent earlier must not set yet another password.
    await this.tokens.useAll(accountId, ['password_reset']);
    const account = await this.accounts.require(accountId);
    await this.mails.passwordChanged(account.email);
    return account;
  }
}
