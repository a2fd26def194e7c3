import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { changedPreferences, inFormOfInput, isEmpty } from './preferences-change';
import { DEFAULT_PREFERENCES } from './preferences-defaults';
import type { UpdateAccountPreferencesInput } from './preferences-input.dto';
import { PreferencesRepository } from './preferences.repository';
import type { Preferences } from './preferences.entity';

/** The working and notification preferences of accounts, for every feature that acts for users or notifies them. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** The preferences of an account that never saved any. */
  get defaults(): Readonly<Preferences> {
    return DEFAULT_PREFERENCES;
  }

  /** The complete preferences of the account, or the defaults if it never saved any. One statement, no lock. */
  async get(accountId: string): Promise<Preferences> {
    return (await this.preferences.find(accountId)) ?? DEFAULT_PREFERENCES;
  }

  /**
   * Changes the supplied fields. Concurrent updates of one account run one after the other. Empty input writes nothing.
   *
   * @throws the errors of {@link changedPreferences}; then nothing has changed
   */
  async update(accountId: string, input: UpdateAccountPreferencesInput): Promise<Preferences> {
    if (isEmpty(input)) return this.get(accountId);
    return this.work.run(async () => {
      // The lock needs a row. Without one, two concurrent first updates would both start from the defaults.
      await this.preferences.insertIfNew(accountId);
      const present = await this.preferences.requireLocked(accountId);
      this.audit.before(inFormOfInput(present));
      return this.preferences.update(accountId, changedPreferences(present, input));
    });
  }
}
