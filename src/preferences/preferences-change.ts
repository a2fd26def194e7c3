import { isObject } from '../common/validation/is-object';
import { knownTimezone } from '../common/validation/invalid-timezone';
import type { QuietHoursInput, UpdateAccountPreferencesInput } from './preferences-input.dto';
import { QuietHoursEmpty, QuietHoursIncomplete } from './preferences.errors';
import type { Preferences } from './preferences.entity';

type QuietHours = Pick<Preferences, 'quietHoursStart' | 'quietHoursEnd'>;

/**
 * The preferences with what the caller supplied: objects merge, arrays replace, null clears.
 *
 * @throws InvalidTimezone, QuietHoursIncomplete, QuietHoursEmpty; all 400
 */
export function changedPreferences<T extends Preferences>(
  present: T,
  { timezone, notifications = {}, ...plain }: UpdateAccountPreferencesInput,
): T {
  const { quietHours, ...channels } = notifications;
  return {
    ...present,
    ...supplied(plain),
    timezone: timezone === undefined ? present.timezone : knownTimezone(timezone),
    ...supplied(channels),
    ...changedQuietHours(present, quietHours),
  };
}

/** Whether there is nothing in the input, or only objects with nothing in them. */
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

/** Validated input has `undefined` for what was left out. */
function supplied<T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as typeof input;
}
