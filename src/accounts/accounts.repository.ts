import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { Account } from './account.entity';

/** The table accounts. Changes go through a lock on the account's row, so that two of them follow each other. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** @returns the id of a new account, or null where the email has one already */
  async insertIfNew(email: string, name: string): Promise<string | null> {
    const [row] = await this.work.query<{ id: string }>(
      'INSERT INTO accounts (id, email, name) VALUES ($1, $2, $3) ON CONFLICT (email) DO NOTHING RETURNING id',
      [newId(), email, name],
    );
    return row?.id ?? null;
  }

  async byId(id: string): Promise<Account> {
    return this.work.manager.findOneByOrFail(Account, { id });
  }

  async byEmail(email: string): Promise<Account | null> {
    return this.work.manager.findOneBy(Account, { email });
  }

  async lockByEmail(email: string): Promise<Account | null> {
    return this.work.manager.findOne(Account, { where: { email }, lock: { mode: 'for_no_key_update' } });
  }

  async lock(id: string): Promise<void> {
    await this.work.query('SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /** False where the email was verified before. */
  async verifyEmail(id: string): Promise<boolean> {
    const verified = await this.work.query(
      `WITH verified AS (
         UPDATE accounts SET email_verified_at = now(), updated_at = now()
         WHERE id = $1 AND email_verified_at IS NULL RETURNING id
       ) SELECT id FROM verified`,
      [id],
    );
    return verified.length === 1;
  }

  /**
   * Puts a new account in the place of an unverified one, of which nothing stays: whatever hangs on it goes with it.
   *
   * @returns the id of the new account; null where the other one is gone or verified
   */
  async replaceUnverified(id: string, name: string): Promise<string | null> {
    const [gone] = await this.work.query<{ email: string }>(
      'DELETE FROM accounts WHERE id = $1 AND email_verified_at IS NULL RETURNING email',
      [id],
    );
    return gone ? this.insertIfNew(gone.email, name) : null;
  }

  async countPasswordChange(id: string): Promise<void> {
    await this.work.query(
      'UPDATE accounts SET password_version = password_version + 1, updated_at = now() WHERE id = $1',
      [id],
    );
  }
}
