/** `Area/Location` and the like; Intl would take offsets such as `+01:00` too, which are no zones. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** The IANA time zone of this name in its usual spelling, or null where there is none. */
export function timezoneNamed(name: string): string | null {
  if (!NAME.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // A link (Asia/Calcutta, Etc/UTC) resolves to another name: it stays what the caller chose.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}
