import { Injectable } from '@nestjs/common';
import { type Limit, RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { LimitName } from '../../common/rate-limit/refusals';
import { limitedAddress } from '../../common/request/client-address';
import { accountCaller, type AccountPrincipal } from '../../common/request/principal';
import { currentRequest, requestIfAny } from '../../common/request/request-context';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import { KnownAddresses } from './known-addresses';

const WINDOW_SECONDS = 15 * 60;
/** At most two of these windows begin in any hour, so an hour allows twice the limit (OWASP ASVS 2.2.1). */
const EVERYWHERE_SECONDS = 60 * 60;

type ProofLimit = Extract<LimitName, `LIMIT_PROOF_${string}`>;

/** A caller from outside who claims to be the owner of an account. */
export interface Claimant {
  /** Normalized. The counters and the headers do not depend on whether an account has this email. */
  email: string;
  /** Null if no account has the email. */
  accountId: string | null;
}

/**
 * How often a password may be tried. Every attempt is counted before it is made, in a transaction of its own.
 *
 * Guesses from outside and proofs inside a session or credential have separate counters, so that a stranger cannot keep
 * an owner from revoking. The headers of an answer to a caller outside depend only on the email, the address and the
 * attempts from there: neither on the account nor on the actions of its owner.
 */
@Injectable()
export class ProofBudgets {
  private readonly seal: Seal;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly addresses: KnownAddresses,
    private readonly settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'password proof');
  }

  /** Counts a proof inside a session or credential. @throws RateLimited 429 */
  async spendInside(caller: AccountPrincipal): Promise<void> {
    ensureDeclared();
    await this.limiter.consume(this.perUser(accountCaller(caller)));
  }

  /**
   * Counts a guess from outside, by three limits: per address, per user and address, and per user from everywhere. The
   * address comes first, so that a flood from one address stops before it uses up the attempts of the users that it
   * names. The last limit spares the addresses that the account knows, and headers mention it only when it refuses.
   *
   * @throws RateLimited 429
   */
  async spendOutside({ email, accountId }: Claimant): Promise<void> {
    await this.spendOfAddress();
    await this.limiter.consume(this.atUserFromHere(email));
    const everywhere = this.atUserFromEverywhere(email);
    const wait = await this.limiter.exceeded(everywhere);
    if (wait !== null && !(await this.addresses.includeCallers(accountId))) this.limiter.refuse(everywhere, wait);
  }

  /** Counts a guess at the password of the registration that an email belongs to. @throws RateLimited 429 */
  async spendOnMail(token: string): Promise<void> {
    await this.spendOfAddress();
    await this.limiter.consume(this.perUser(`mail:${this.hidden(token)}`));
  }

  /**
   * Call it after the right password. The user's counters return to their earlier values, so that they do not show that
   * the owner was here. The counter of the address stays, because it bounds the work.
   */
  async giveBackOutside(email: string): Promise<void> {
    await this.limiter.giveBack(this.atUserFromHere(email));
    await this.limiter.giveBack(this.atUserFromEverywhere(email));
  }

  private async spendOfAddress(): Promise<void> {
    ensureDeclared();
    await this.limiter.consume(this.limit('LIMIT_PROOF_PER_ADDRESS', `address:${callersAddress()}`));
  }

  private atUserFromHere(email: string): Limit {
    return this.perUser(`here:${this.hidden(email, callersAddress())}`);
  }

  private atUserFromEverywhere(email: string): Limit {
    const limit = this.limit('LIMIT_PROOF_PER_USER_EVERYWHERE', `everywhere:${this.hidden(email)}`);
    return { ...limit, windowSeconds: EVERYWHERE_SECONDS };
  }

  private perUser(key: string): Limit {
    return this.limit('LIMIT_PROOF_PER_USER', key);
  }

  private limit(name: ProofLimit, key: string): Limit {
    return { name, key: `proof:${key}`, max: this.settings.values[name], windowSeconds: WINDOW_SECONDS };
  }

  /** Hashed, so that the counters show neither users nor addresses. */
  private hidden(...parts: string[]): string {
    return this.seal.fingerprint(JSON.stringify(parts)).toString('base64url');
  }
}

/** An undeclared check would not count repeated requests, and the OpenAPI document would not mention the refusal. */
function ensureDeclared(): void {
  const operation = requestIfAny()?.operation;
  if (operation && !operation.checks?.includes('password_proof')) {
    throw new Error(`${operation.operationId} proves a password without declaring it`);
  }
}

function callersAddress(): string {
  return limitedAddress(currentRequest().address);
}
