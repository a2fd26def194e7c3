import { Injectable } from '@nestjs/common';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** Accounts that there are. How they come to be is in registrations. */
@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsRepository) {}

  get(id: string): Promise<Account> {
    return this.accounts.require(id);
  }

  /** Keeps others who lock the account waiting until the transaction ends; rows that refer to it are not kept waiting. */
  lock(id: string): Promise<void> {
    return this.accounts.lock(id);
  }
}
