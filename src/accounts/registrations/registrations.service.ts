import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { hashSecret, issueSecret } from '../../common/secrets/token';
import type { Account } from '../account.entity';
import type { RegisterAccountInput, ResendAccountVerificationInput } from '../account-input.dto';
import { AccountMails } from '../account-mails';
import { AccountsRepository } from '../accounts.repository';
import { EmailTokensRepository } from '../email-tokens.repository';
import { IdentityService } from '../identity/identity.service';
import { OpenRegistration } from './open-registration';
import { MOST_OPEN, type Registration } from './registration.entity';
import { RegistrationsRepository } from './registrations.repository';

/**
 * Registrations and their emails. Registering an address does not prove that the caller owns it, so every registration
 * has its own password and name, and every email belongs to one registration or to none.
 *
 * The answers and the statements are the same whether or not the address has an account, verified or not.
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
    private readonly open: OpenRegistration,
  ) {}

  /** Sends an email in any case: to confirm the address, or to say that it has an account. */
  async register({ email, password, name }: RegisterAccountInput): Promise<void> {
    this.open.ensure();
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
   * Resends the email of the registration that has this password. Without a password, or if no registration has it, the
   * email belongs to no registration. Sends nothing if there is no account or it is verified.
   */
  async resend({ email, password }: ResendAccountVerificationInput): Promise<void> {
    this.open.ensure();
    const own = password === undefined ? null : await this.withPassword(email, password);
    await this.work.run(async () => {
      const account = await this.unverified(email);
      const registration = await this.registrations.prolong(own?.id ?? null);
      await this.send(email, account, registration, () => this.mails.nothing('sign_up', email));
    });
  }

  /** Always compares the same number of passwords, so that the duration does not show whether or which one matches. */
  private async withPassword(email: string, password: string): Promise<Registration | null> {
    const open = await this.registrations.listOpen(email);
    let own: Registration | null = null;
    for (let place = 0; place < MOST_OPEN; place++) {
      const one = open[place] ?? null;
      if (await this.identity.matches(one?.passwordHash ?? null, password)) own ??= one;
    }
    return own;
  }

  /** Locked. Null if the address has no account, or a verified one. */
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
    else await this.mails.verificationWithoutRegistration(email, token);
  }
}
