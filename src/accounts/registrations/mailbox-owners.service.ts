import { Injectable } from '@nestjs/common';
import type { Account } from '../account.entity';
import { MailTokenUnusable } from '../accounts.errors';
import { AccountsRepository } from '../accounts.repository';
import { EmailTokensRepository } from '../email-tokens.repository';
import { IdentityService } from '../identity/identity.service';
import type { PreparedPassword } from '../identity/identity.port';
import { KnownAddresses } from '../proof/known-addresses';
import { RegistrationsRepository } from './registrations.repository';

/** Gives an unverified account to the owner of its mailbox. Runs in the transaction that uses up the email's token. */
@Injectable()
export class MailboxOwnersService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly registrations: RegistrationsRepository,
    private readonly tokens: EmailTokensRepository,
    private readonly identity: IdentityService,
    private readonly addresses: KnownAddresses,
  ) {}

  /** Leaves the account and its sessions as they are, because the owner created it. */
  async keep(accountId: string): Promise<Account> {
    if (!(await this.accounts.verify(accountId))) throw new MailTokenUnusable();
    await this.registrations.deleteAll(accountId);
    await this.tokens.useAll(accountId, ['verification']);
    await this.addresses.rememberCallers(accountId);
    return this.accounts.require(accountId);
  }

  /**
   * Puts a new account in its place. Nothing stays of the old one, which a stranger may have prepared.
   *
   * @param name default: the part of the address before the @
   */
  async replace(accountId: string, owner: { passwordHash: PreparedPassword; name?: string }): Promise<Account> {
    const { email } = await this.accounts.require(accountId);
    if (!(await this.accounts.deleteUnverified(accountId))) throw new MailTokenUnusable();
    const newId = await this.accounts.insertIfNew(email, owner.name ?? email.slice(0, email.lastIndexOf('@')));
    if (newId === null) throw new MailTokenUnusable();
    await this.identity.adopt(newId, owner.passwordHash);
    await this.accounts.verify(newId);
    await this.addresses.rememberCallers(newId);
    return this.accounts.require(newId);
  }
}
