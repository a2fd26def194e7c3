import type { Words } from '../../words/words';

/** "90 min", "4 h", "2 h, 30 min", "3 days": whole minutes; below one, seconds. */
export function durationOf(seconds: number, locale: Words['locale']): string {
  const shown = (value: number, unit: string): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (seconds < 60) return shown(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return shown(minutes, 'minute');
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 48 && hours % 24 === 0 && rest === 0) return shown(hours / 24, 'day');
  return rest === 0 ? shown(hours, 'hour') : `${shown(hours, 'hour')}, ${shown(rest, 'minute')}`;
}
