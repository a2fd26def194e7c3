import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DEFAULT_PREFERENCES } from './preferences-defaults';
import { AccountPreferences } from './preferences.entity';

/** The table account_preferences. */
@Injectable()
export class PreferencesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null where the account never saved any. */
  async find(accountId: string): Promise<AccountPreferences | null> {
    return this.work.manager.findOneBy(AccountPreferences, { accountId });
  }

  /** The account's row, made of the defaults where there is none; other writers wait until the transaction ends. */
  async lock(accountId: string): Promise<AccountPreferences> {
    // There must be a row to lock, or two first savers would both start from the defaults.
    const { updatedAt: _, ...defaults } = DEFAULT_PREFERENCES;
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(AccountPreferences)
      .values({ accountId, ...defaults })
      .orIgnore()
      .updateEntity(false)
      .execute();
    return this.work.manager.findOneOrFail(AccountPreferences, {
      where: { accountId },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** The time is that of the statement, under the lock, so that it never goes back. */
  async update({ accountId, ...preferences }: AccountPreferences): Promise<AccountPreferences> {
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
