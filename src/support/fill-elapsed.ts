import type { WorkingCalendar } from '../common/time/working-calendar.types';
import { WorkingTime } from '../common/time/working-time';

/** By policy and version, with a space between them. */
export type CalendarsByVersion = Readonly<Record<string, WorkingCalendar>>;

/**
 * Stands for a clock that counts in the JSON that PostgreSQL makes: policy and version, the milliseconds before it ran, since
 * when it runs, and when it was read. No text of a customer can be taken for it: a quote in one is escaped.
 */
const COUNTING = /"elapsedSeconds":"(\S+ \d+) (\d+) (-?\d+) (-?\d+)"/g;

/** The same JSON with the whole working seconds that have passed. Each calendar is looked at once, however many clocks have it. */
export function fillElapsed(texts: readonly string[], calendars: CalendarsByVersion): string[] {
  const times = new Map(Object.entries(calendars).map(([version, calendar]) => [version, WorkingTime.of(calendar)]));
  const elapsedOf = (_: string, version: string, elapsedMs: string, runningSince: string, readAt: string): string => {
    const worked = Number(elapsedMs) + (times.get(version)?.between(Number(runningSince), Number(readAt)) ?? 0);
    return `"elapsedSeconds":${Math.floor(worked / 1_000)}`;
  };
  return texts.map((text) => text.replace(COUNTING, elapsedOf));
}
