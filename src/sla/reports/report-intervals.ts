import { DAY_MS, Zone } from '../../common/time/zone';
import type { ReportInterval, ReportPeriod } from './sla-report.types';

/**
 * When the days or weeks of a period start in a time zone, in order. The first one starts with the period. A period has 367 days
 * at most: its length is bounded.
 */
export function intervalStarts({ from, to }: ReportPeriod, interval: ReportInterval, timezone: string): Date[] {
  const zone = new Zone(timezone);
  const starts = [from.getTime()];
  // Clocks are ahead of UTC and behind it by less than a day.
  for (let day = Math.floor(from.getTime() / DAY_MS) - 1; day <= to.getTime() / DAY_MS + 1; day++) {
    if (interval === 'week' && !isMonday(day)) continue;
    const start = zone.instantOf(day * DAY_MS);
    // A day that the zone left out starts with the next one.
    if (start > starts.at(-1)! && start < to.getTime()) starts.push(start);
  }
  return starts.map((start) => new Date(start));
}

/** Day 4, the fifth of January 1970, was a Monday. */
function isMonday(day: number): boolean {
  return (day - 4) % 7 === 0;
}
