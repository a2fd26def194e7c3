import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { defaultPreferences } from './preferences-defaults';
import { GET_PREFERENCES, INSERT_IF_NEW, LOCK_PREFERENCES, SAVE_PREFERENCES } from './preferences-record.sql';
import type { AccountPreferences } from './preferences.types';

interface Row {
  preferences: AccountPreferences;
}

/** The table account_preferences. */
@Injectable()
export class PreferencesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null where the account never saved any. One statement. */
  async find(accountId: string): Promise<AccountPreferences | null> {
    const [row] = await this.work.prepared<Row>(GET_PREFERENCES, [accountId]);
    return row?.preferences ?? null;
  }

  /** The account's preferences, the defaults where there were none; other writers wait until the transaction ends. */
  async lock(accountId: string): Promise<AccountPreferences> {
    // There must be a row to lock, or two first savers would both start from the defaults.
    await this.work.prepared(INSERT_IF_NEW, [accountId, ...columns(defaultPreferences())]);
    return only(await this.work.prepared<Row>(LOCK_PREFERENCES, [accountId]));
  }

  async save(accountId: string, preferences: AccountPreferences): Promise<AccountPreferences> {
    return only(await this.work.prepared<Row>(SAVE_PREFERENCES, [accountId, ...columns(preferences)]));
  }
}

function only([row]: Row[]): AccountPreferences {
  if (!row) throw new Error('The account has no preferences');
  return row.preferences;
}

/** In the order of the statements. */
function columns({ notifications, ...preferences }: AccountPreferences): unknown[] {
  const { quietHours, ...channels } = notifications;
  return [
    preferences.locale,
    preferences.timezone,
    preferences.theme,
    preferences.undoSendSeconds,
    preferences.signature,
    channels.newConversation,
    channels.assigned,
    channels.customerReply,
    channels.slaWarning,
    channels.slaBreach,
    quietHours?.start ?? null,
    quietHours?.end ?? null,
  ];
}
