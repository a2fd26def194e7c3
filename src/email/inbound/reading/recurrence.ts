import ICAL from 'ical.js';

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
/** How often, and what of it there is several of. */
const FREQUENCIES: Readonly<Record<string, [string, string]>> = {
  HOURLY: ['hourly', 'hours'],
  DAILY: ['daily', 'days'],
  WEEKLY: ['weekly', 'weeks'],
  MONTHLY: ['monthly', 'months'],
  YEARLY: ['yearly', 'years'],
};
const DAYS: Readonly<Record<string, string>> = {
  MO: 'Mon',
  TU: 'Tue',
  WE: 'Wed',
  TH: 'Thu',
  FR: 'Fri',
  SA: 'Sat',
  SU: 'Sun',
};
const PLACES: Readonly<Record<string, string>> = {
  '': '',
  '1': 'the first ',
  '2': 'the second ',
  '3': 'the third ',
  '4': 'the fourth ',
  '5': 'the fifth ',
  '-1': 'the last ',
  '-2': 'the second last ',
};

/** `every 2 weeks on Mon, Wed, until Sun, 31 Jan 2027`. Empty for what is no rule (RFC 5545 §3.3.10). */
export function recurrenceText(rule: unknown): string {
  if (!(rule instanceof ICAL.Recur)) return '';
  const [often, several] = FREQUENCIES[rule.freq] ?? [rule.freq.toLowerCase(), ''];
  const rhythm = rule.interval > 1 && several !== '' ? `every ${rule.interval} ${several}` : often;
  const days = daysOf(rule.parts.BYDAY, rule.parts.BYSETPOS);
  const end = rule.until ? `, until ${dayOf(rule.until)}` : rule.count ? `, ${rule.count} times` : '';
  return `${rhythm}${days === '' ? '' : ` on ${days}`}${end}`;
}

/** Of days like `-1FR`. Outlook writes the place beside them. Empty where it is none that has words. */
function daysOf(days: unknown, places: unknown): string {
  if (!Array.isArray(days)) return '';
  const [place = '', ...others] = Array.isArray(places) ? places.map(String) : [];
  const named = days.map((day) => {
    const [, own = '', name = ''] = /^\+?(-?\d*)([A-Z]{2})$/.exec(String(day)) ?? [];
    return { place: PLACES[own || place], name: DAYS[name] };
  });
  if (others.length > 0 || named.some((one) => one.place === undefined || one.name === undefined)) return '';
  return named.map((one) => `${one.place}${one.name}`).join(', ');
}

export function dayOf({ year, month, day }: ICAL.Time): string {
  return DAY.format(Date.UTC(year, month - 1, day));
}
