import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { changedPreferences, isEmpty } from './preferences-change';
import { DEFAULT_PREFERENCES } from './preferences-defaults';
import type { UpdateAccountPreferencesInput } from './preferences-input.dto';
import { PreferencesRepository } from './preferences.repository';
import type { Preferences } from './preferences.entity';

/** How people want to work and to be notified; features that act for or notify somebody ask here. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly work: UnitOfWork,
  ) {}

  /** What holds for an account that never saved any. */
  get defaults(): Readonly<Preferences> {
    return DEFAULT_PREFERENCES;
  }

  /** The account's preferences, complete; the defaults where it never saved any. One statement, no lock. */
  async get(accountId: string): Promise<Preferences> {
    return (await this.preferences.find(accountId)) ?? DEFAULT_PREFERENCES;
  }

  /**
   * Changes what is supplied, one writer of an account after the other; with nothing supplied, nothing is written.
   *
   * @throws what {@link changedPreferences} throws; then nothing has changed
   */
  async update(accountId: string, input: UpdateAccountPreferencesInput): Promise<Preferences> {
    if (isEmpty(input)) return this.get(accountId);
    return this.work.run(async () => {
      // There must be a row to lock, or two first savers would both start from the defaults.
      await this.preferences.insertIfNew(accountId);
      const present = await this.preferences.requireLocked(accountId);
      return this.preferences.update(accountId, changedPreferences(present, input));
    });
  }
}
