import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { hashSecret, issueSecret } from '../../common/secrets/token';
import type { Account } from '../account.entity';
import type { RegisterAccountInput, ResendAccountVerificationInput } from '../account-input.dto';
import { AccountMails } from '../account-mails';
import { AccountsRepository } from '../accounts.repository';
import { EmailTokensRepository } from '../email-tokens.repository';
import { IdentityService } from '../identity/identity.service';
import { MOST_OPEN, type Registration } from './registration.entity';
import { RegistrationsRepository } from './registrations.repository';

/**
 * Registrations and their mails. Whoever registers an address does not own it, be it first or last: every registration
 * keeps its own password and name, and every mail belongs to one of them or to none.
 *
 * Whether an address has an account, verified or not, changes neither the answers nor the statements.
 */
@Injectable()
export class RegistrationsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly registrations: RegistrationsRepository,
    private readonly tokens: EmailTokensRepository,
    private readonly identity: IdentityService,
    private readonly mails: AccountMails,
    private readonly work: UnitOfWork,
  ) {}

  /** Sends a mail, whoever has the address: to confirm it, or to say that it has an account. */
  async register({ email, password, name }: RegisterAccountInput): Promise<void> {
    const passwordHash = await this.identity.prepare(password);
    await this.work.run(async () => {
      const newId = await this.accounts.insertIfNew(email, name);
      await this.identity.adopt(newId, passwordHash);
      const account = await this.unverified(email);
      const own = { passwordHash, name, founding: newId !== null };
      const registration = await this.registrations.insert(account?.id ?? null, own);
      await this.send(email, account, registration, () => this.mails.alreadyRegistered(email));
    });
  }

  /**
   * Sends the mail of the caller's own registration again, the one whose password it is. Without a password, and where it
   * is none of theirs, a mail that belongs to no registration. Nothing where there is no account or it is verified.
   */
  async resend({ email, password }: ResendAccountVerificationInput): Promise<void> {
    const own = password === undefined ? null : await this.withPassword(email, password);
    await this.work.run(async () => {
      const account = await this.unverified(email);
      const registration = await this.registrations.prolong(own?.id ?? null);
      await this.send(email, account, registration, () => this.mails.nothing('sign_up', email));
    });
  }

  /** Compares as many passwords for every address, and all of them: the time tells neither whether nor which. */
  private async withPassword(email: string, password: string): Promise<Registration | null> {
    const open = await this.registrations.listOpen(email);
    let own: Registration | null = null;
    for (let place = 0; place < MOST_OPEN; place++) {
      const one = open[place] ?? null;
      if (await this.identity.matches(one?.passwordHash ?? null, password)) own ??= one;
    }
    return own;
  }

  /** Locked; null where the address has no account, or a verified one. */
  private async unverified(email: string): Promise<Account | null> {
    const account = await this.accounts.findLockedByEmail(email);
    return account?.emailVerifiedAt ? null : account;
  }

  private async send(
    email: string,
    account: Account | null,
    registration: Registration | null,
    otherwise: () => Promise<void>,
  ): Promise<void> {
    const token = issueSecret('cm_');
    await this.tokens.insert(hashSecret(token), account?.id ?? null, 'verification', registration?.id);
    const open = await this.registrations.countOpen(account?.id ?? null);
    if (!account) await otherwise();
    else if (registration) await this.mails.verification(email, token, { registration, open });
    else await this.mails.verificationAnew(email, token);
  }
}
