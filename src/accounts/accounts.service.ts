import { Injectable } from '@nestjs/common';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** Accounts that there are. How they come to be is in registrations. */
@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsRepository) {}

  get(id: string): Promise<Account> {
    return this.accounts.byId(id);
  }
}
