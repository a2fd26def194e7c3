import { LRUCache } from 'lru-cache';
import { DAY_MS, Zone } from '../../common/time/zone';

/** When somebody wants to be left alone: `HH:mm` in their own time, past midnight where it ends before it starts. */
export interface QuietHours {
  start: string;
  end: string;
  timezone: string;
}

/** As many as the members of a busy service have. */
const zones = new LRUCache<string, Zone>({ max: 500, memoMethod: (name) => new Zone(name) });

/**
 * When the quiet hours end that this moment is in; null where it is in none. The clock of the zone is what counts: quiet hours
 * of a night in which it is put forward or back are shorter or longer, a time that it skips is as much later as it skipped,
 * and of one that comes twice the first is meant.
 */
export function quietUntil(now: Date, { start, end, timezone }: QuietHours): Date | null {
  const zone = zones.memo(timezone);
  const [from, to] = [minutesOf(start), minutesOf(end)];
  const length = to > from ? to - from : to - from + 24 * 60;
  // No zone is further than a day from UTC, and quiet hours may have begun the day before.
  const today = Math.floor(now.getTime() / DAY_MS);
  for (let day = today - 2; day <= today + 1; day += 1) {
    const starts = day * DAY_MS + from * 60_000;
    const ends = zone.instantOf(starts + length * 60_000);
    if (now.getTime() >= zone.instantOf(starts) && now.getTime() < ends) return new Date(ends);
  }
  return null;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
