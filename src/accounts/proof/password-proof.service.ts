import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import { type RepeatedRequest, ReplayChecks } from '../../common/idempotency/replay-checks';
import { normalEmail } from '../../common/mail/email-address';
import { type AccountPrincipal, isAccount } from '../../common/request/principal';
import { CurrentPasswordWrong, PasswordProofFailed } from '../accounts.errors';
import { AccountsRepository } from '../accounts.repository';
import { IdentityService } from '../identity/identity.service';
import { KnownAddresses } from './known-addresses';
import { ProofBudgets } from './proof-budgets';

/** The account that a password belongs to. A session opens only while `passwordVersion` is current. */
export interface ProvenAccount {
  id: string;
  emailVerified: boolean;
  passwordVersion: number;
}

/**
 * Proves the current password. Every attempt is counted before it is checked; see {@link ProofBudgets}.
 *
 * @throws PasswordProofFailed, CurrentPasswordWrong 401, RateLimited 429, IdentityUnavailable 503
 */
@Injectable()
export class PasswordProofService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly identity: IdentityService,
    private readonly budgets: ProofBudgets,
    private readonly addresses: KnownAddresses,
    private readonly audit: Audit,
    replays: ReplayChecks,
  ) {
    replays.register('password_proof', (request) => this.proveAgain(request));
  }

  /** For a caller with a session or a credential. */
  async proveInside(caller: AccountPrincipal, password: string): Promise<void> {
    await this.budgets.spendInside(caller);
    if (!(await this.identity.verify(caller.accountId, password, 'inside'))) throw new CurrentPasswordWrong();
  }

  /** For a caller who names an email. An unknown email is counted, answered and timed like a wrong password. */
  async proveEmail(named: string, password: string): Promise<ProvenAccount> {
    const email = normalEmail(named);
    const account = await this.accounts.findByEmail(email);
    await this.budgets.spendOutside({ email, accountId: account?.id ?? null });
    const right = await this.identity.verify(account?.id ?? null, password);
    if (account && !right) this.audit.note({ accountId: account.id });
    if (!right || !account) throw new PasswordProofFailed();
    const { id, emailVerifiedAt, passwordVersion } = account;
    await this.budgets.giveBackOutside(email);
    await this.addresses.rememberCallers(id);
    return { id, emailVerified: emailVerifiedAt !== null, passwordVersion };
  }

  /** For a repeated request, which gets the answer of the first one: the password may have changed, or be a guess. */
  private async proveAgain({ principal, body }: RepeatedRequest): Promise<void> {
    const password = String(body['currentPassword'] ?? body['password']);
    if (isAccount(principal)) await this.proveInside(principal, password);
    else await this.proveEmail(String(body['email']), password);
  }
}
