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
/** Two of these windows begin in any hour at most, so that twice the limit is what an hour allows (OWASP ASVS 2.2.1). */
const EVERYWHERE_SECONDS = 60 * 60;

type ProofLimit = Extract<LimitName, `LIMIT_PROOF_${string}`>;

/** Somebody outside who says that they are somebody. */
export interface Claimant {
  /** Normalised. Whether anybody has it, and who, makes no difference to what is counted and told. */
  email: string;
  /** Null where nobody has the email. */
  accountId: string | null;
}

/**
 * How often a password may be tried. Every attempt is counted before it is made, in a transaction of its own.
 *
 * Guesses from outside and proofs inside a session or credential share no counter, so that nothing a stranger does keeps an
 * owner from revoking. What the headers tell somebody outside depends on the email, the address and the attempts from there
 * alone: not on the account, nor on what its owner does.
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

  /** For a proof by somebody with a session or credential. @throws RateLimited 429 */
  async spendInside(caller: AccountPrincipal): Promise<void> {
    ensureDeclared();
    await this.limiter.consume(this.perUser(accountCaller(caller)));
  }

  /**
   * For a guess from outside. Three limits: of the address, of the user from this address, and of the user from everywhere.
   * The address comes first, so that one that floods is stopped before it uses up the attempts of the users it names. The
   * last limit spares the addresses that the account is known by, and no header mentions it until it refuses.
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

  /** For a guess at the password of the registration that a mail belongs to. @throws RateLimited 429 */
  async spendOnMail(token: string): Promise<void> {
    await this.spendOfAddress();
    await this.limiter.consume(this.perUser(`mail:${this.hidden(token)}`));
  }

  /**
   * After the right password. The user's counters return to where they were, so that they do not show that the owner was
   * here; that of the address does not, or it would not bound the work.
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

  /** Whoever reads the counters learns neither who nor from where. */
  private hidden(...parts: string[]): string {
    return this.seal.fingerprint(JSON.stringify(parts)).toString('base64url');
  }
}

/** Otherwise a repeated request would not be counted, and the document would not mention the refusal. */
function ensureDeclared(): void {
  const operation = requestIfAny()?.operation;
  if (operation && !operation.checks?.includes('password_proof')) {
    throw new Error(`${operation.operationId} proves a password without declaring it`);
  }
}

function callersAddress(): string {
  return limitedAddress(currentRequest().address);
}
