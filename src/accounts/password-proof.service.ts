import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { limitedAddress } from '../common/http/client-address';
import { isAccount } from '../common/auth/principal';
import { requestIfAny } from '../common/http/request-context';
import { type RepeatedRequest, ReplayChecks } from '../common/idempotency/replay-checks';
import { normalEmail } from '../common/mail/email-address';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import { Settings } from '../config/load-settings';
import { PasswordProofFailed } from './accounts.errors';
import { AccountsRepository } from './accounts.repository';
import { IdentityService } from './identity/identity.service';

const WINDOW_SECONDS = 15 * 60;

/** Whose password it was. `passwordVersion` tells which one: a session is opened only while it is still the account's. */
export interface ProvenAccount {
  id: string;
  emailVerified: boolean;
  passwordVersion: number;
}

/**
 * The current password as fresh proof. Every attempt counts before it is checked, for the user and for the caller's
 * address (LIMIT_PROOF_PER_USER, LIMIT_PROOF_PER_ADDRESS), and stays counted if the transaction around it is rolled back.
 * Sessions and credentials go on working meanwhile: nobody can lock an account from outside.
 *
 * @throws PasswordProofFailed 401, RateLimited 429, IdentityUnavailable 503
 */
@Injectable()
export class PasswordProof {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly identity: IdentityService,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
    replays: ReplayChecks,
  ) {
    replays.register('password_proof_failed', (request) => this.proveAgain(request));
  }

  /** For somebody whose account is known already. */
  async proveAccount(accountId: string, password: string): Promise<void> {
    await this.count(accountId);
    if (!(await this.identity.verify(accountId, password))) throw new PasswordProofFailed();
  }

  /** For somebody who names an email. One that nobody has is counted, answered and timed like a wrong password. */
  async proveEmail(email: string, password: string): Promise<ProvenAccount> {
    const normal = normalEmail(email);
    const account = await this.accounts.byEmail(normal);
    await this.count(account?.id ?? createHash('sha256').update(normal).digest('base64url'));
    const right = await this.identity.verify(account?.id ?? null, password);
    if (!right || !account) throw new PasswordProofFailed();
    const { id, emailVerifiedAt, passwordVersion } = account;
    return { id, emailVerified: emailVerifiedAt !== null, passwordVersion };
  }

  /** Of a request that is answered with what an earlier one was: the password may have changed, or be a guess. */
  private async proveAgain({ principal, body }: RepeatedRequest): Promise<void> {
    const password = String(body['currentPassword'] ?? body['password']);
    if (isAccount(principal)) await this.proveAccount(principal.accountId, password);
    else await this.proveEmail(String(body['email']), password);
  }

  /** The address first: one that floods is stopped before it uses up the attempts of the users that it names. */
  private async count(user: string): Promise<void> {
    const { LIMIT_PROOF_PER_ADDRESS, LIMIT_PROOF_PER_USER } = this.settings.values;
    const address = requestIfAny()?.address;
    if (address !== undefined) {
      await this.consume(`address:${limitedAddress(address)}`, LIMIT_PROOF_PER_ADDRESS);
    }
    await this.consume(`user:${user}`, LIMIT_PROOF_PER_USER);
  }

  private consume(key: string, max: number): Promise<void> {
    return this.limiter.consume({ key: `proof:${key}`, max, windowSeconds: WINDOW_SECONDS });
  }
}
