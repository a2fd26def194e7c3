import { isObject } from '../common/validation/is-object';
import { knownTimezone } from '../common/validation/invalid-timezone';
import type { QuietHoursInput, UpdateAccountPreferencesInput } from './preferences-input.dto';
import { QuietHoursEmpty, QuietHoursIncomplete } from './preferences.errors';
import type { Preferences } from './preferences.entity';

type QuietHours = Pick<Preferences, 'quietHoursStart' | 'quietHoursEnd'>;

/**
 * Merges the supplied fields into the preferences: objects merge, arrays replace, null clears.
 *
 * @throws InvalidTimezone, QuietHoursIncomplete, QuietHoursEmpty; all 400
 */
export function changedPreferences<T extends Preferences>(
  present: T,
  { timezone, notifications = {}, console: ofConsole = {}, ...plain }: UpdateAccountPreferencesInput,
): T {
  const { quietHours, ...channels } = notifications;
  return {
    ...present,
    ...supplied(plain),
    timezone: timezone === undefined ? present.timezone : knownTimezone(timezone),
    ...supplied(channels),
    ...supplied(ofConsole),
    ...changedQuietHours(present, quietHours),
  };
}

/** The preferences in the form of the input, for the audit log to compare both. */
export function inFormOfInput(present: Preferences): object {
  const { quietHoursStart: start, quietHoursEnd: end } = present;
  const quietHours = start === null ? null : { start, end };
  return { ...present, notifications: { ...present, quietHours }, console: present };
}

/** Whether the input supplies no value, at any depth. */
export function isEmpty(input: object): boolean {
  return Object.values(input).every((value: unknown) => value === undefined || (isObject(value) && isEmpty(value)));
}

function changedQuietHours(
  { quietHoursStart, quietHoursEnd }: QuietHours,
  input: QuietHoursInput | null | undefined,
): QuietHours {
  if (input === null) return { quietHoursStart: null, quietHoursEnd: null };
  if (input === undefined || isEmpty(input)) return { quietHoursStart, quietHoursEnd };
  const { start = quietHoursStart, end = quietHoursEnd } = input;
  if (start === null) throw new QuietHoursIncomplete('start');
  if (end === null) throw new QuietHoursIncomplete('end');
  if (start === end) throw new QuietHoursEmpty();
  return { quietHoursStart: start, quietHoursEnd: end };
}

/** Validation sets the fields that the caller left out to `undefined`; this removes them. */
function supplied<T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as typeof input;
}
