import { InvalidTimezone } from '../common/validation/invalid-timezone';
import { timezoneNamed } from '../common/validation/timezone';
import type {
  NotificationPreferencesInput,
  QuietHoursInput,
  UpdateAccountPreferencesInput,
} from './preferences-input.dto';
import { QuietHoursEmpty, QuietHoursIncomplete } from './preferences.errors';
import type { AccountPreferences, NotificationPreferences, QuietHours } from './preferences.types';

/**
 * The preferences with what the caller supplied: objects merge, arrays replace, null clears.
 *
 * @throws InvalidTimezone, QuietHoursIncomplete, QuietHoursEmpty; all 400
 */
export function changed(
  present: AccountPreferences,
  { timezone, notifications, ...plain }: UpdateAccountPreferencesInput,
): AccountPreferences {
  return {
    ...present,
    ...supplied(plain),
    timezone: timezone === undefined ? present.timezone : knownTimezone(timezone),
    notifications: changedNotifications(present.notifications, notifications),
  };
}

/** Whether there is nothing in the input, or only objects with nothing in them. */
export function isEmpty(input: object): boolean {
  return Object.values(input).every(
    (value: unknown) =>
      value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value) && isEmpty(value)),
  );
}

function changedNotifications(
  present: NotificationPreferences,
  { quietHours, ...channels }: NotificationPreferencesInput = {},
): NotificationPreferences {
  return { ...present, ...supplied(channels), quietHours: changedQuietHours(present.quietHours, quietHours) };
}

function changedQuietHours(present: QuietHours | null, input: QuietHoursInput | null | undefined): QuietHours | null {
  if (input === null) return null;
  if (input === undefined || isEmpty(input)) return present;
  const { start = present?.start, end = present?.end } = input;
  if (start === undefined) throw new QuietHoursIncomplete('start');
  if (end === undefined) throw new QuietHoursIncomplete('end');
  if (start === end) throw new QuietHoursEmpty();
  return { start, end };
}

function knownTimezone(name: string): string {
  const timezone = timezoneNamed(name);
  if (timezone === null) throw new InvalidTimezone();
  return timezone;
}

/** Validated input has `undefined` for what was left out. */
function supplied<T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as typeof input;
}
