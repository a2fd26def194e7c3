import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../common/database/page';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** Accounts that there are. How they come to be is in registrations. */
@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsRepository) {}

  get(id: string): Promise<Account> {
    return this.accounts.require(id);
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
