import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { AccountAddress } from './account-address.entity';
import { DELETE_OLDEST_ADDRESSES, UPSERT_ADDRESS } from './account-addresses.sql';

/** The most addresses of an account. The one seen longest ago is forgotten first. */
const MOST_KNOWN = 20;

/** The table account_addresses. */
@Injectable()
export class AccountAddressesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Whether the account knows one of them. False for null. */
  async existsAny(accountId: string | null, addressHashes: readonly Buffer[]): Promise<boolean> {
    return this.work.manager
      .createQueryBuilder(AccountAddress, 'a')
      .where('a.accountId = :accountId AND a.addressHash = ANY (:hashes)', {
        accountId: accountId ?? NIL,
        hashes: [...addressHashes],
      })
      .andWhere('a.knownUntil > now()')
      .getExists();
  }

  /** Prolongs an existing row. Only the latest {@link MOST_KNOWN} stay. */
  async upsert(accountId: string, addressHash: Buffer, seconds: number): Promise<void> {
    await this.work.query(UPSERT_ADDRESS, [accountId, addressHash, seconds]);
    await this.work.query(DELETE_OLDEST_ADDRESSES, [accountId, MOST_KNOWN]);
  }
}
