/** Moments that people put things off to, in their own time zone. */
export function snoozeTimes(now: Date): { id: 'hour' | 'hours' | 'tomorrow' | 'monday'; at: Date }[] {
  const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
  const atNine = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9);
  // On a Monday, the next one.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { id: 'hour', at: inHours(1) },
    { id: 'hours', at: inHours(4) },
    { id: 'tomorrow', at: atNine(1) },
    // On a Sunday, that is tomorrow.
    ...(toMonday > 1 ? [{ id: 'monday' as const, at: atNine(toMonday) }] : []),
  ];
}

/** As `<input type="datetime-local">` takes it. */
export function localInput(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** "Mon 09:00"; with the date, if a day of the week does not say which one. */
export function snoozedUntil(at: Date, now: Date, locale: string): string {
  const isNear = at.getTime() - now.getTime() < 6 * 86_400_000;
  const day = isNear ? ({ weekday: 'short' } as const) : ({ day: 'numeric', month: 'short', year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}
