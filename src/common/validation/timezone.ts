import { remembered } from './remembered';

/** `Area/Location` and similar names. Intl would also accept offsets such as `+01:00`, which are not time zones. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** The IANA time zone of this name in its usual spelling. Null if there is none. */
export function timezoneNamed(name: string): string | null {
  return NAME.test(name) ? known(name) : null;
}

const known = remembered(1_000, (name) => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // An alias (Asia/Calcutta, Etc/UTC) resolves to another name. Keep the name that the caller chose.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
});
