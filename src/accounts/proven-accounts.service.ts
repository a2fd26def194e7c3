import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Account } from './account.entity';
import { AccountExists } from './accounts.errors';
import { AccountsRepository } from './accounts.repository';
import type { PreparedPassword } from './identity/identity.port';
import { IdentityService } from './identity/identity.service';
import { KnownAddresses } from './proof/known-addresses';
import { MailboxOwnersService } from './registrations/mailbox-owners.service';
import { SessionCookie } from './sessions/session-cookie';
import { type OpenedSession, type Program, SessionsService } from './sessions/sessions.service';

export interface NewAccount {
  /** Normalized. */
  email: string;
  name: string;
  passwordHash: PreparedPassword;
}

/** An account with its first session, whose cookie the answer sets. */
export interface SignedIn extends OpenedSession {
  account: Account;
}

/**
 * New accounts of people who have proved their address in another way than by a verification email. The caller has
 * checked the proof, and uses it up in the same transaction.
 */
@Injectable()
export class ProvenAccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly identity: IdentityService,
    private readonly owners: MailboxOwnersService,
    private readonly addresses: KnownAddresses,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
    private readonly work: UnitOfWork,
  ) {}

  /** @throws SignInOriginUntrusted 403 if the request comes from a page without a trusted origin */
  ensureTrusted({ origin }: Program): void {
    this.sessions.ensureTrusted(origin);
  }

  /** Takes as long as a hash. @throws IdentityUnavailable 503 */
  prepare(password: string): Promise<PreparedPassword> {
    return this.identity.prepare(password);
  }

  /** Whether there is an account that can be used: one whose address is verified. */
  exist(): Promise<boolean> {
    return this.accounts.existsVerified();
  }

  /**
   * The account is verified. It takes the place of an unverified account with the address, which a stranger may have
   * prepared. Joins the caller's transaction.
   *
   * @throws AccountExists 409
   */
  async create(account: NewAccount): Promise<Account> {
    return this.work.run(async () => {
      const id = await this.accounts.insertIfNew(account.email, account.name);
      if (id === null) return this.replaceUnverified(account);
      await this.identity.adopt(id, account.passwordHash);
      await this.accounts.verify(id);
      await this.addresses.rememberCallers(id);
      return this.accounts.require(id);
    });
  }

  /** Opens the first session of the account and sets its cookie. */
  async signIn(account: Account, { userAgent }: Program): Promise<SignedIn> {
    const opened = await this.sessions.open(account.id, account.passwordVersion, userAgent);
    this.cookie.set(opened);
    return { ...opened, account };
  }

  private async replaceUnverified({ email, name, passwordHash }: NewAccount): Promise<Account> {
    const existing = await this.accounts.findLockedByEmail(email);
    if (!existing || existing.emailVerifiedAt) throw new AccountExists();
    return this.owners.replace(existing.id, { name, passwordHash });
  }
}
