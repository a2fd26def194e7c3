import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { normalForm } from '../../common/text/normal-form';
import { HashPool } from './hash-pool';
import { type AskedFrom, IdentityPort, type PreparedPassword } from './identity.port';
import { LocalIdentitiesRepository } from './local-identities.repository';

/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane; about 17 ms. The library's default is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** libuv has four threads, which files and name lookups need too. */
const MOST_AT_ONCE = Math.min(3, availableParallelism());
/** At some 17 ms each, the last one waits for less than the identity's time-out. */
const MOST_WAITING = 200;

/** Passwords as argon2id hashes that the service keeps itself. */
@Injectable()
export class LocalIdentities extends IdentityPort {
  private readonly pool = new HashPool(MOST_AT_ONCE, MOST_WAITING);
  /** Verified against where there is no account, so that it takes as long as where there is one. */
  private readonly nobodys: Promise<string> = this.prepare(`nobody's password ${process.pid}`);

  constructor(private readonly identities: LocalIdentitiesRepository) {
    super();
  }

  prepare(password: string, from: AskedFrom = 'outside'): Promise<PreparedPassword> {
    return this.pool.run(() => hash(canonical(password), COST), from);
  }

  async matches(prepared: PreparedPassword | null, password: string): Promise<boolean> {
    const right = await this.compare(prepared ?? (await this.nobodys), password, 'outside');
    return right && prepared !== null;
  }

  adopt(accountId: string | null, prepared: PreparedPassword): Promise<void> {
    return this.identities.upsert(accountId, prepared);
  }

  async verify(accountId: string | null, password: string, from: AskedFrom = 'outside'): Promise<boolean> {
    const identity = await this.identities.find(accountId);
    const right = await this.compare(identity?.passwordHash ?? (await this.nobodys), password, from);
    return right && identity !== null;
  }

  private compare(prepared: PreparedPassword, password: string, from: AskedFrom): Promise<boolean> {
    return this.pool.run(() => verify(prepared, canonical(password)), from);
  }
}

/** The same password typed on another keyboard may be other code points (NIST SP 800-63B §5.1.1.2). */
function canonical(password: string): string {
  return normalForm(password, 'NFKC');
}
