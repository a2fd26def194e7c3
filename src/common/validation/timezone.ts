import { remembered } from './remembered';

/** `Area/Location` and the like; Intl would take offsets such as `+01:00` too, which are no zones. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** The IANA time zone of this name in its usual spelling, or null where there is none. */
export function timezoneNamed(name: string): string | null {
  return NAME.test(name) ? known(name) : null;
}

const known = remembered(1_000, (name) => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // A link (Asia/Calcutta, Etc/UTC) resolves to another name: it stays what the caller chose.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
});
