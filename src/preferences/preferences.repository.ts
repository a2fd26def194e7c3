import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { required } from '../common/errors/required';
import { DEFAULT_PREFERENCES } from './preferences-defaults';
import { AccountPreferences, type Preferences } from './preferences.entity';

/** The table account_preferences. */
@Injectable()
export class PreferencesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null if the account never saved any. */
  async find(accountId: string): Promise<AccountPreferences | null> {
    return this.work.manager.findOneBy(AccountPreferences, { accountId });
  }

  /** Inserts the defaults if the account has no row yet. */
  async insertIfNew(accountId: string): Promise<void> {
    const { updatedAt: _, ...defaults } = DEFAULT_PREFERENCES;
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(AccountPreferences)
      .values({ accountId, ...defaults })
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /** The account's row, which must exist. Other writers of the row wait until the transaction ends. */
  async requireLocked(accountId: string): Promise<AccountPreferences> {
    const lock = { mode: 'for_no_key_update' } as const;
    return required(await this.work.manager.findOne(AccountPreferences, { where: { accountId }, lock }));
  }

  /**
   * Sets `updatedAt` to the time of the statement, which runs under the lock, so that it never goes back. Updates the
   * row of
   * `accountId`, even if the change carries another account id.
   */
  async update(accountId: string, change: Preferences & { accountId?: string }): Promise<AccountPreferences> {
    const { accountId: _, ...preferences } = change;
    const result = await this.work.manager
      .createQueryBuilder()
      .update(AccountPreferences)
      .set({ ...preferences, updatedAt: () => 'clock_timestamp()' })
      .where({ accountId })
      .returning(['updatedAt'])
      .execute();
    const [saved] = result.raw as { updated_at: Date }[];
    if (!saved) throw new Error('The account has no preferences');
    return { ...preferences, accountId, updatedAt: saved.updated_at };
  }
}
