import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Account } from './account.entity';
import { AccountMails } from './account-mails';
import { MailTokenUnusable } from './accounts.errors';
import { AccountsRepository } from './accounts.repository';
import { EmailTokensRepository, type Registration } from './email-tokens.repository';
import { IdentityService } from './identity/identity.service';
import { SessionsRepository } from './sessions/sessions.repository';

/**
 * From a registration to a verified account. Whoever registers an address first does not own it: every registration keeps
 * its own password and name with its own mail, and the one whose mail is answered is the one that counts.
 */
@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly tokens: EmailTokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly identity: IdentityService,
    private readonly mails: AccountMails,
    private readonly work: UnitOfWork,
  ) {}

  get(id: string): Promise<Account> {
    return this.accounts.byId(id);
  }

  /** Sends a mail, whoever has the address: to confirm it, or to say that it has an account. */
  async register(input: { email: string; password: string; name: string }): Promise<void> {
    const password = await this.identity.prepare(input.password);
    await this.work.run(async () => {
      const newId = await this.accounts.insertIfNew(input.email, input.name);
      if (newId) await this.identity.adopt(newId, password);
      const account = await this.accounts.lockByEmail(input.email);
      if (account && !account.emailVerifiedAt) await this.sendVerification(account, { password, name: input.name });
      else await this.mails.alreadyRegistered(input.email);
    });
  }

  /** Sends the mail of the newest registration again; nothing where there is no account or it is verified. */
  async resendVerification(email: string): Promise<void> {
    await this.work.run(async () => {
      const account = await this.accounts.lockByEmail(email);
      if (!account || account.emailVerifiedAt) return this.mails.nothing('sign_up', email);
      await this.sendVerification(account, await this.tokens.newestRegistration(account.id));
    });
  }

  /**
   * The mailbox is theirs, so the registration that the mail belongs to becomes the account: if another one set the
   * password until now, its sessions end. All other verification mails of the account become useless.
   *
   * @throws MailTokenUnusable
   */
  async verifyEmail(token: string): Promise<Account> {
    return this.work.run(async () => {
      const answered = await this.tokens.redeem(token, 'verification');
      if (!answered) throw new MailTokenUnusable();
      const { accountId, password, name } = answered;
      if (!(await this.accounts.verifyEmail(accountId, name))) throw new MailTokenUnusable();
      if (password && (await this.identity.adopt(accountId, password))) {
        await this.accounts.countPasswordChange(accountId);
        await this.sessions.revokeAll(accountId, null);
      }
      await this.tokens.discard(accountId, ['verification']);
      return this.accounts.byId(accountId);
    });
  }

  private async sendVerification(account: Account, registration?: Registration): Promise<void> {
    await this.mails.verification(account.email, await this.tokens.issue(account.id, 'verification', registration));
  }
}
