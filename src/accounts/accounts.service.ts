import { Injectable } from '@nestjs/common';
import { SessionExpired } from '../common/auth/auth.errors';
import type { AccountPrincipal } from '../common/request/principal';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** Existing accounts; registrations make new ones. */
@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** The caller's own. @throws SessionExpired 401 where it has gone since the caller was authenticated */
  async own({ accountId }: AccountPrincipal): Promise<Account> {
    const account = await this.accounts.find(accountId);
    if (!account) throw new SessionExpired();
    return account;
  }

  /** Other changes of the account wait until the transaction ends; rows that refer to it do not. */
  lock(id: string): Promise<void> {
    return this.accounts.lock(id);
  }
}
