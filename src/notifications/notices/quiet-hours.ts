import { LRUCache } from 'lru-cache';
import { DAY_MS, Zone } from '../../common/time/zone';

/**
 * When an account wants no notifications: `HH:mm` in its own time zone. Spans midnight if the end is before the start.
 */
export interface QuietHours {
  start: string;
  end: string;
  timezone: string;
}

/** Cached time zones: as many as the members of a busy service have. */
const zones = new LRUCache<string, Zone>({ max: 500, memoMethod: (name) => new Zone(name) });

/**
 * When the quiet hours that contain this moment end. Null if none do. The wall clock of the zone counts: a clock change
 * makes quiet hours shorter or longer. A time that the change skips is later by the skipped duration. For a time that
 * occurs twice, the first one counts.
 */
export function quietUntil(now: Date, { start, end, timezone }: QuietHours): Date | null {
  const zone = zones.memo(timezone);
  const [from, to] = [minutesOf(start), minutesOf(end)];
  const length = to > from ? to - from : to - from + 24 * 60;
  // A zone is at most a day away from UTC, and quiet hours can start on the previous day.
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
