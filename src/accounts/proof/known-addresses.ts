import { Injectable } from '@nestjs/common';
import { limitedAddress } from '../../common/request/client-address';
import { currentRequest } from '../../common/request/request-context';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import { AccountAddressesRepository } from './account-addresses.repository';

/** How long an address stays known after a proof; longer if the session that it opens lives longer. */
const KNOWN_SECONDS = 30 * 24 * 3600;

/**
 * The network addresses from which an account's owner recently proved the password or answered an email. Guesses from
 * elsewhere do not count against these addresses. They are stored as keyed hashes that differ between accounts.
 */
@Injectable()
export class KnownAddresses {
  private readonly seal: Seal;

  constructor(
    private readonly addresses: AccountAddressesRepository,
    private readonly settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'account address');
  }

  /** Whether the account knows the caller's address. False for null. */
  async includeCallers(accountId: string | null): Promise<boolean> {
    return this.addresses.existsAny(accountId, this.seal.fingerprints(callers(accountId)));
  }

  /** Remembers the caller's address. Joins the caller's transaction if there is one. */
  async rememberCallers(accountId: string): Promise<void> {
    const seconds = Math.max(KNOWN_SECONDS, this.settings.values.SESSION_TTL_SECONDS);
    await this.addresses.upsert(accountId, this.seal.fingerprint(callers(accountId)), seconds);
  }
}

function callers(accountId: string | null): string {
  return JSON.stringify([accountId, limitedAddress(currentRequest().address)]);
}
