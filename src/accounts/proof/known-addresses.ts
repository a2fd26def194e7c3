import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { ExpiredRows } from '../../common/jobs/expired-rows';
import { limitedAddress } from '../../common/request/client-address';
import { currentRequest } from '../../common/request/request-context';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';

/** After a proof from there; longer where the session that it opens lives longer. */
const KNOWN_SECONDS = 30 * 24 * 3600;

/** Of one account; the one that was seen longest ago gives way. */
const MOST_KNOWN = 20;

/**
 * From where somebody has proved an account's password, or owned its mailbox, lately: the table account_addresses. Guesses
 * that others make elsewhere do not count against these. An address is kept as a keyed hash that is another one for each
 * account.
 */
@Injectable()
export class KnownAddresses {
  private readonly seal: Seal;

  constructor(
    private readonly work: UnitOfWork,
    private readonly settings: Settings,
    expired: ExpiredRows,
  ) {
    expired.register({ table: 'account_addresses', key: 'account_id, address_hash', condition: 'known_until < now()' });
    this.seal = new Seal(settings.values.SECRET_KEY, 'account address');
  }

  /** Whether the caller's address is one of the account's; null, nobody's account, knows none. */
  async includeCallers(accountId: string | null): Promise<boolean> {
    const known = await this.work.query(
      'SELECT FROM account_addresses WHERE account_id = $1 AND address_hash = $2 AND known_until > now()',
      [accountId ?? NIL, this.hash(accountId)],
    );
    return known.length === 1;
  }

  /** Keeps the caller's address. Joins the caller's transaction where there is one. */
  async rememberCallers(accountId: string): Promise<void> {
    const seconds = Math.max(KNOWN_SECONDS, this.settings.values.SESSION_TTL_SECONDS);
    await this.work.query(
      `INSERT INTO account_addresses (account_id, address_hash, known_until)
       SELECT id, $2, now() + make_interval(secs => $3) FROM accounts WHERE id = $1
       ON CONFLICT (account_id, address_hash) DO UPDATE SET known_until = excluded.known_until`,
      [accountId, this.hash(accountId), seconds],
    );
    await this.work.query(
      `DELETE FROM account_addresses WHERE account_id = $1 AND address_hash IN (
         SELECT address_hash FROM account_addresses WHERE account_id = $1 ORDER BY known_until DESC OFFSET $2)`,
      [accountId, MOST_KNOWN],
    );
  }

  private hash(accountId: string | null): Buffer {
    return this.seal.fingerprint(JSON.stringify([accountId, limitedAddress(currentRequest().address)]));
  }
}
