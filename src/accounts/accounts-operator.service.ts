import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../common/database/page';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** Accounts as the commands of an operator see them: everybody's. No module exports it, so that no request reaches it. */
@Injectable()
export class AccountsOperatorService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** All that there are, oldest first. */
  page(request: PageRequest): Promise<Page<Account>> {
    return this.accounts.page(request);
  }

  /** Those that there are of these. */
  list(ids: readonly string[]): Promise<Account[]> {
    return this.accounts.list(ids);
  }
}
