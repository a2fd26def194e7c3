import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { normalForm } from '../../common/text/normal-form';
import { HashPool } from './hash-pool';
import { type AttemptOrigin, IdentityPort, type PreparedPassword } from './identity.port';
import { LocalIdentitiesRepository } from './local-identities.repository';

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane; about 17 ms. The library's default is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** libuv has four threads, which files and name lookups need too. */
const MOST_AT_ONCE = Math.min(3, availableParallelism());
/** At about 17 ms each, the last one waits for less than the identity time-out. */
const MOST_WAITING = 200;

/** Stores passwords in the service itself, as argon2id hashes. */
@Injectable()
export class LocalIdentities extends IdentityPort {
  private readonly pool = new HashPool(MOST_AT_ONCE, MOST_WAITING);
  /** Compared if there is no account, so that the answer takes as long as for an account. */
  private readonly decoy: Promise<string> = this.prepare(`decoy ${process.pid}`);

  constructor(private readonly identities: LocalIdentitiesRepository) {
    super();
  }

  prepare(password: string, from: AttemptOrigin = 'outside'): Promise<PreparedPassword> {
    return this.pool.run(() => hash(canonical(password), COST), from);
  }

  async matches(prepared: PreparedPassword | null, password: string): Promise<boolean> {
    const right = await this.compare(prepared ?? (await this.decoy), password, 'outside');
    return right && prepared !== null;
  }

  adopt(accountId: string | null, prepared: PreparedPassword): Promise<void> {
    return this.identities.upsert(accountId, prepared);
  }

  async verify(accountId: string | null, password: string, from: AttemptOrigin = 'outside'): Promise<boolean> {
    const identity = await this.identities.find(accountId);
    const right = await this.compare(identity?.passwordHash ?? (await this.decoy), password, from);
    return right && identity !== null;
  }

  private compare(prepared: PreparedPassword, password: string, from: AttemptOrigin): Promise<boolean> {
    return this.pool.run(() => verify(prepared, canonical(password)), from);
  }
}

/** The same password typed on another keyboard may have other code points (NIST SP 800-63B §5.1.1.2). */
function canonical(password: string): string {
  return normalForm(password, 'NFKC');
}
