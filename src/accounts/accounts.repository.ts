import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Not } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { Account } from './account.entity';

/** The table accounts. Changes lock the account's row, so that they run one after the other. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** @returns the id of the new account, or null if the email already has one */
  async insertIfNew(email: string, name: string): Promise<string | null> {
    const id = newId();
    const inserted = await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(Account)
      .values({ id, email, name })
      .orIgnore()
      .returning('id')
      .execute();
    return (inserted.raw as unknown[]).length === 1 ? id : null;
  }

  find(id: string): Promise<Account | null> {
    return this.work.manager.findOneBy(Account, { id });
  }

  async require(id: string): Promise<Account> {
    return required(await this.find(id));
  }

  /** Oldest first, starting after `cursor`. */
  page({ limit, cursor }: PageRequest): Promise<Page<Account>> {
    const where = cursor === undefined ? {} : { id: MoreThan(cursor) };
    const read = (most: number): Promise<Account[]> =>
      this.work.manager.find(Account, { where, order: { id: 'ASC' }, take: most });
    return pageOf(limit, read, ({ id }) => id);
  }

  /** The existing accounts among these; at most as many as ids. */
  list(ids: readonly string[]): Promise<Account[]> {
    return this.work.manager.findBy(Account, { id: In(ids) });
  }

  /** Whether any account has a verified address. */
  existsVerified(): Promise<boolean> {
    return this.work.manager.existsBy(Account, { emailVerifiedAt: Not(IsNull()) });
  }

  async findByEmail(email: string): Promise<Account | null> {
    return this.work.manager.findOneBy(Account, { email });
  }

  /** Other changes of the account wait until this transaction ends. Inserts of rows that refer to it do not wait. */
  async findLockedByEmail(email: string): Promise<Account | null> {
    return this.work.manager.findOne(Account, { where: { email }, lock: { mode: 'for_no_key_update' } });
  }

  /** Other changes of the account wait until this transaction ends. Inserts of rows that refer to it do not wait. */
  async lock(id: string): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    await this.work.manager.findOne(Account, { select: { id: true }, where: { id }, lock });
  }

  /** False if the email was already verified. */
  async verify(id: string): Promise<boolean> {
    const { affected } = await this.work.manager.update(
      Account,
      { id, emailVerifiedAt: IsNull() },
      { emailVerifiedAt: () => 'now()' },
    );
    return affected === 1;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.work.manager.update(Account, { id }, { name });
  }

  /** Deletes the account and all rows that refer to it. False if it is gone or verified. */
  async deleteUnverified(id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(Account, { id, emailVerifiedAt: IsNull() });
    return affected === 1;
  }

  /** From now on, a proof of an earlier password no longer opens a session. */
  async raisePasswordVersion(id: string): Promise<void> {
    await this.work.manager.update(Account, { id }, { passwordVersion: () => 'password_version + 1' });
  }
}
