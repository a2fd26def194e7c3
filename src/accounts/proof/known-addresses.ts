import { Injectable } from '@nestjs/common';
import { limitedAddress } from '../../common/request/client-address';
import { currentRequest } from '../../common/request/request-context';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import { AccountAddressesRepository } from './account-addresses.repository';

/** After a proof from there; longer if the session that it opens lives longer. */
const KNOWN_SECONDS = 30 * 24 * 3600;

/**
 * Where somebody has lately proved an account's password, or answered its mail, from. Guesses that others make elsewhere do
 * not count against these addresses. Each is kept as a keyed hash, a different one for each account.
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

  /** Whether the caller's address is one of the account's; null, nobody's account, knows none. */
  async includeCallers(accountId: string | null): Promise<boolean> {
    return this.addresses.existsAny(accountId, this.seal.fingerprints(callers(accountId)));
  }

  /** Keeps the caller's address. Joins the caller's transaction where there is one. */
  async rememberCallers(accountId: string): Promise<void> {
    const seconds = Math.max(KNOWN_SECONDS, this.settings.values.SESSION_TTL_SECONDS);
    await this.addresses.upsert(accountId, this.seal.fingerprint(callers(accountId)), seconds);
  }
}

function callers(accountId: string | null): string {
  return JSON.stringify([accountId, limitedAddress(currentRequest().address)]);
}
