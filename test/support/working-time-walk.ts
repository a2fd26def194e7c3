import { WEEKDAYS, type WorkingCalendar } from '../../src/common/time/working-calendar.types';

const DAY = 86_400;
/** In seconds. A day that is skipped, and an interval as long as a day, end well within it. */
const WARM_UP = 2 * DAY;
const SAMPLE = 6 * 3600;

interface Edge {
  interval: number;
  opens: boolean;
}

/**
 * What is worked from one second to another, as pairs of seconds: by a clock on the wall that is looked at every second. It
 * asks Intl what the clock says and knows nothing of how a local time becomes an instant, but for the one rule about
 * times that the clock skips: they come as much later as was skipped.
 */
export function walk(calendar: WorkingCalendar, from: number, to: number): [number, number][] {
  const wall = new Wall(calendar.timezone);
  const start = quietBefore(wall, from);
  const edges = edgesOf(calendar, Math.floor(start / DAY) - 2, Math.floor(to / DAY) + 2);
  const late = new Map<number, Edge[]>();
  const opened = new Set<number>();
  const closed = new Set<number>();
  const worked: [number, number][] = [];
  let shown = start + wall.offsetAt(start) - 1;
  let open = 0;
  let since: number | null = null;

  /** How many more intervals are open after these edges than before. */
  const pass = (passed: readonly Edge[]): number => {
    let more = 0;
    for (const { interval, opens } of passed) {
      if (opens && !closed.has(interval)) {
        opened.add(interval);
        more++;
      }
      if (!opens && opened.has(interval)) more--;
      if (!opens) closed.add(interval);
    }
    return more;
  };

  for (const [first, end, offset] of wall.periods(start, to)) {
    // Nothing shows a time before that is later than the one now: the clock went on by more than a second.
    for (let skipped = shown + 1; skipped < first + offset; skipped++) {
      const edge = skipped % 60 === 0 ? edges.get(skipped) : undefined;
      const at = first + (skipped - shown - 1);
      if (edge) late.set(at, [...(late.get(at) ?? []), ...edge]);
    }
    for (let second = first; second < end; second++) {
      const time = second + offset;
      if (time > shown) {
        if (time % 60 === 0) open += pass(edges.get(time) ?? []);
        shown = time;
      }
      if (late.size > 0) open += pass(late.get(second) ?? []);
      if (second < from) continue;
      if (open > 0 && since === null) since = second;
      if (open === 0 && since !== null) {
        worked.push([since, second]);
        since = null;
      }
    }
  }
  if (since !== null) worked.push([since, to]);
  return worked;
}

/** The clocks of a zone, by Intl. */
export class Wall {
  private static readonly known = new Map<string, Intl.DateTimeFormat>();
  private static readonly offsets = new Map<string, number>();
  private readonly format: Intl.DateTimeFormat;

  constructor(private readonly timezone: string) {
    const format = Wall.known.get(timezone) ?? formatOf(timezone);
    Wall.known.set(timezone, format);
    this.format = format;
  }

  /** In seconds, ahead of UTC. */
  offsetAt(second: number): number {
    const parts = this.format.formatToParts(second * 1000).filter(({ type }) => type !== 'literal');
    const [year, month, day, hour, minute, seconds] = parts.map(({ value }) => Number(value));
    return Date.UTC(year!, month! - 1, day, hour, minute, seconds) / 1000 - second;
  }

  /** From one second to another: stretches without a change. */
  periods(from: number, to: number): [first: number, end: number, offset: number][] {
    const periods: [number, number, number][] = [];
    let [first, offset] = [from, this.offsetAt(from)];
    for (const change of this.changes(from, to, SAMPLE)) {
      periods.push([first, change, offset]);
      [first, offset] = [change, this.offsetAt(change)];
    }
    return [...periods, [first, to, offset]];
  }

  /** The seconds at which the clock is put forward or back, if no two of them are closer than `apart`. */
  changes(from: number, to: number, apart: number): number[] {
    const changes: number[] = [];
    for (let second = Math.floor(from / apart) * apart; second < to; second += apart) {
      const [before, after] = [this.sampled(second), this.sampled(second + apart)];
      if (before !== after) changes.push(this.changeBetween(second, second + apart, after));
    }
    return changes.filter((change) => change > from && change < to);
  }

  private sampled(second: number): number {
    const key = `${this.timezone} ${second}`;
    const offset = Wall.offsets.get(key) ?? this.offsetAt(second);
    if (Wall.offsets.size > 500_000) Wall.offsets.clear();
    Wall.offsets.set(key, offset);
    return offset;
  }

  private changeBetween(before: number, after: number, offset: number): number {
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.offsetAt(middle) === offset) after = middle;
      else before = middle;
    }
    return after;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  return new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
}

/** Before it, too, the clock has not been changed for some time: nothing is under way that began unseen. */
function quietBefore(wall: Wall, from: number): number {
  let start = from - WARM_UP;
  while (wall.changes(start - WARM_UP, start + 1, SAMPLE).length > 0) start -= WARM_UP;
  return start;
}

/** The times of the wall at which intervals of these days begin and end. */
function edgesOf(calendar: WorkingCalendar, firstDay: number, lastDay: number): Map<number, Edge[]> {
  const edges = new Map<number, Edge[]>();
  let interval = 0;
  for (let day = firstDay; day <= lastDay; day++) {
    const date = new Date(day * DAY * 1000);
    const exception = calendar.exceptions.find((one) => date.toISOString().startsWith(one.date));
    const hours = exception?.intervals ?? calendar.weekly[WEEKDAYS[(date.getUTCDay() + 6) % 7]!];
    for (const { from, to } of hours) {
      const timeOf = (text: string): number => day * DAY + +text.slice(0, 2) * 3600 + +text.slice(3) * 60;
      for (const [time, opens] of [
        [timeOf(from), true],
        [timeOf(to), false],
      ] as const) {
        edges.set(time, [...(edges.get(time) ?? []), { interval, opens }]);
      }
      interval++;
    }
  }
  return edges;
}
