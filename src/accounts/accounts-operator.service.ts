import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../common/database/page';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** All accounts, for the commands of an operator. No module exports it, so that no request reaches it. */
@Injectable()
export class AccountsOperatorService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** All accounts, oldest first. */
  page(request: PageRequest): Promise<Page<Account>> {
    return this.accounts.page(request);
  }

  /** The existing accounts among these ids. */
  list(ids: readonly string[]): Promise<Account[]> {
    return this.accounts.list(ids);
  }
}
