import { WEEKDAYS, type WorkingCalendar } from '../../src/common/time/working-calendar.types';
import { Wall } from '../support/working-time-walk';
import type { Stretch, Working } from './support-clock-model';

/** What is worked in these years, the second one for what is due long afterwards. */
const FIRST = Date.UTC(2026, 0, 1);
const LAST = Date.UTC(2028, 0, 1);
const DAY = 86_400_000;
const HOUR = DAY / 24;

/** Working time of two years, in one list. */
export class ListedTime implements Working {
  private static readonly known = new Map<string, ListedTime>();
  private readonly stretches: Stretch[] = [];
  /** What is worked before each of them. */
  private readonly before: number[] = [];

  private constructor({ timezone, weekly, exceptions }: WorkingCalendar) {
    const instantOf = instants(timezone);
    const all: Stretch[] = [];
    for (let day = FIRST - 2 * DAY; day < LAST + 2 * DAY; day += DAY) {
      const exception = exceptions.find(({ date }) => Date.parse(date) === day);
      const usual = weekly[WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]!];
      for (const { from, to } of exception?.intervals ?? usual) {
        all.push({ from: instantOf(day + timeOf(from)), to: instantOf(day + timeOf(to)) });
      }
    }
    let sum = 0;
    for (const { from, to } of all.sort((one, other) => one.from - other.from)) {
      const last = this.stretches.at(-1);
      if (last && from <= last.to) {
        sum += Math.max(0, to - last.to);
        last.to = Math.max(last.to, to);
      } else if (from < to) {
        this.before.push(sum);
        this.stretches.push({ from, to });
        sum += to - from;
      }
    }
  }

  static of(calendar: WorkingCalendar): ListedTime {
    const key = JSON.stringify(calendar);
    const known = this.known.get(key) ?? new ListedTime(calendar);
    this.known.set(key, known);
    return known;
  }

  between(from: number, to: number): number {
    return Math.max(0, this.workedBy(to) - this.workedBy(from));
  }

  after(from: number, milliseconds: number): number | null {
    const total = this.workedBy(from) + milliseconds;
    const index = lastWhere(this.before, (sum) => sum < total);
    const { from: begun, to } = this.stretches[index]!;
    const at = begun + total - this.before[index]!;
    if (at > to) throw new Error('That is not listed');
    return at;
  }

  within(from: number, to: number): Stretch[] {
    const first = Math.max(
      0,
      lastWhere(this.stretches, (stretch) => stretch.from <= from),
    );
    const found: Stretch[] = [];
    for (let index = first; index < this.stretches.length && this.stretches[index]!.from < to; index++) {
      const stretch = this.stretches[index]!;
      const cut = { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) };
      if (cut.from < cut.to) found.push(cut);
    }
    return found;
  }

  private workedBy(at: number): number {
    if (at < FIRST || at > LAST) throw new Error('That is not listed');
    const index = lastWhere(this.stretches, ({ from }) => from <= at);
    if (index < 0) return 0;
    const { from, to } = this.stretches[index]!;
    return this.before[index]! + Math.min(at, to) - from;
  }
}

/** The index of the last of these, the first ones of which are so; -1 where none is. */
function lastWhere<T>(values: readonly T[], isSo: (value: T) => boolean): number {
  let [low, high] = [-1, values.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(values[middle]!)) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The instants of local times, which are given as if they were UTC. Of a time that comes twice, the first; one that is skipped
 * comes as much later as was skipped, as if the clock had not been put forward yet.
 */
function instants(timezone: string): (local: number) => number {
  const wall = new Wall(timezone);
  const periods = wall
    .periods(FIRST / 1_000 - 4 * 86_400, LAST / 1_000 + 4 * 86_400)
    .map(([first, end, offset]) => ({ first: first * 1_000, end: end * 1_000, offset: offset * 1_000 }));
  return (local) => {
    const shown = periods.find(({ first, end, offset }) => local - offset >= first && local - offset < end);
    const before = periods.findLast(({ end, offset }) => local - offset >= end);
    return local - (shown ?? before)!.offset;
  };
}

/** Of `HH:mm`. */
function timeOf(text: string): number {
  return Number(text.slice(0, 2)) * HOUR + Number(text.slice(3)) * 60_000;
}
