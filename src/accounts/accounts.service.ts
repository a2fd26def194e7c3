import { Injectable } from '@nestjs/common';
import { SessionExpired } from '../common/auth/auth.errors';
import type { AccountPrincipal } from '../common/request/principal';
import type { UpdateAccountInput } from './account-input.dto';
import type { Account } from './account.entity';
import { AccountsRepository } from './accounts.repository';

/** Existing accounts. Registrations create new ones. */
@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsRepository) {}

  /** The caller's own account. @throws SessionExpired 401 if it was deleted after the caller was authenticated */
  async own({ accountId }: AccountPrincipal): Promise<Account> {
    const account = await this.accounts.find(accountId);
    if (!account) throw new SessionExpired();
    return account;
  }

  /** The caller's own account. @throws SessionExpired 401 if it was deleted after the caller was authenticated */
  async update(caller: AccountPrincipal, { name }: UpdateAccountInput): Promise<Account> {
    if (name !== undefined) await this.accounts.rename(caller.accountId, name);
    return this.own(caller);
  }

  /** The names of the existing accounts among these ids. */
  async listNames(ids: readonly string[]): Promise<Map<string, string>> {
    return new Map((await this.accounts.list(ids)).map(({ id, name }) => [id, name]));
  }

  /** Other changes of the account wait until the transaction ends. Inserts of rows that refer to it do not wait. */
  lock(id: string): Promise<void> {
    return this.accounts.lock(id);
  }
}
