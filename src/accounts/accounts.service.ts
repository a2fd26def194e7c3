import { Injectable } from '@nestjs/common';
import { SessionExpired } from '../common/auth/auth.errors';
import type { Page, PageRequest } from '../common/database/page';
import type { AccountPrincipal } from '../common/request/principal';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** Accounts that there are. How they come to be is in registrations. */
@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** The caller's own. @throws SessionExpired 401 where it has gone since the caller was authenticated */
  async own({ accountId }: AccountPrincipal): Promise<Account> {
    const account = await this.accounts.find(accountId);
    if (!account) throw new SessionExpired();
    return account;
  }

  /** All that there are, oldest first: for an operator, whom no request speaks for. */
  page(request: PageRequest): Promise<Page<Account>> {
    return this.accounts.page(request);
  }

  /** Those that there are of these. */
  list(ids: readonly string[]): Promise<Account[]> {
    return this.accounts.list(ids);
  }

  /** Keeps others who lock the account waiting until the transaction ends; rows that refer to it are not kept waiting. */
  lock(id: string): Promise<void> {
    return this.accounts.lock(id);
  }
}
