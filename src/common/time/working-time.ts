import { LRUCache } from 'lru-cache';
import { WEEKDAYS, type WorkingCalendar, type WorkingInterval } from './working-calendar.types';
import { DAY_MS, Zone } from './zone';

/** In milliseconds since the epoch, its end excluded. */
export interface Span {
  from: number;
  to: number;
}

/** The farthest that a time is looked for if a caller does not say how far: ten years. */
const FARTHEST_MS = 3_653 * DAY_MS;
/** The longest time that is added up, in whole days: a century. */
const LONGEST_MS = 36_525 * DAY_MS;
/** Of a JavaScript date, and whole milliseconds beyond it are none. */
const LAST_INSTANT_MS = 8.64e15;

/** A year of each calendar, and a month on either side. */
const DAYS_KEPT = 430;
/** A list of clocks that have run for months would else add up each of their days anew. */
const STRETCH_DAYS = 16;
const STRETCH_MS = STRETCH_DAYS * DAY_MS;
const STRETCHES_KEPT = Math.ceil(DAYS_KEPT / STRETCH_DAYS);
const CALENDARS_KEPT = 100;
const ZONES_KEPT = 100;

/** What is worked on one day of UTC. */
interface Day {
  /** In order, and apart from each other. */
  spans: readonly Span[];
  total: number;
}

/**
 * Time that passes only while a calendar says so. All of it is in whole milliseconds since the epoch.
 *
 * Each end of a local interval is made an instant by itself, and what is worked is the union of what lies between them:
 * a full day has 23, 24, or 25 hours, and a day that the zone skipped does not count twice.
 */
export class WorkingTime {
  private readonly zone: Zone;
  private readonly exceptions: ReadonlyMap<number, readonly WorkingInterval[]>;
  private readonly days: LRUCache<number, Day>;
  /** What is worked in {@link STRETCH_DAYS} days of UTC, by which of them they are. */
  private readonly stretches: LRUCache<number, number>;
  /** After it nothing is worked, if not every week has its hours. */
  private readonly lastDay: number;

  constructor(private readonly calendar: WorkingCalendar) {
    this.zone = zones.memo(calendar.timezone);
    this.exceptions = new Map(calendar.exceptions.map(({ date, intervals }) => [Date.parse(date) / DAY_MS, intervals]));
    const isWeekly = WEEKDAYS.some((weekday) => calendar.weekly[weekday].length > 0);
    this.lastDay = isWeekly ? Infinity : Math.max(0, ...this.exceptions.keys()) + 2;
    this.days = new LRUCache({ max: DAYS_KEPT, memoMethod: (day) => this.workedOn(day) });
    this.stretches = new LRUCache({ max: STRETCHES_KEPT, memoMethod: (stretch) => this.workedIn(stretch) });
  }

  /** The same object for calendars that say the same, so that each day is worked out once. */
  static of(calendar: WorkingCalendar): WorkingTime {
    return calendars.memo(JSON.stringify(calendar), { context: calendar });
  }

  /** The working milliseconds from one instant to another; 0 if that is not later. */
  between(from: number, to: number): number {
    ensureBounded(from, to);
    const first = Math.ceil(from / STRETCH_MS);
    const end = Math.floor(to / STRETCH_MS);
    if (first >= end) return this.betweenByDay(from, to);
    let worked = this.betweenByDay(from, first * STRETCH_MS) + this.betweenByDay(end * STRETCH_MS, to);
    for (let stretch = first; stretch < end; stretch++) worked += this.stretches.memo(stretch);
    return worked;
  }

  private betweenByDay(from: number, to: number): number {
    let worked = 0;
    for (const [day, { spans, total }] of this.daysOf(from, to)) {
      const whole = from <= day * DAY_MS && to >= (day + 1) * DAY_MS;
      worked += whole ? total : spans.reduce((sum, span) => sum + Math.max(0, lengthOf(cut(span, from, to))), 0);
    }
    return worked;
  }

  /**
   * The instant at which so much has been worked since the start, which may be the end of a working interval. No time is
   * used up at the start itself. Null if that is more than `within` milliseconds of real time later.
   */
  after(start: number, milliseconds: number, within = FARTHEST_MS): number | null {
    if (milliseconds <= 0) return start;
    let left = milliseconds;
    for (const span of this.spansOf(start, Math.min(start + within, this.lastDay * DAY_MS))) {
      if (left <= lengthOf(span)) return span.from + left;
      left -= lengthOf(span);
    }
    return null;
  }

  /** What is worked from one instant to another: in order, and apart from each other. */
  *intervals(from: number, to: number): Iterable<Span> {
    yield* united(this.spansOf(from, to));
  }

  /** The same, cut at midnight UTC. */
  private *spansOf(from: number, to: number): Iterable<Span> {
    for (const [, { spans }] of this.daysOf(from, to)) {
      for (const span of spans) {
        const part = cut(span, from, to);
        if (lengthOf(part) > 0) yield part;
      }
    }
  }

  private *daysOf(from: number, to: number): Iterable<[day: number, worked: Day]> {
    ensureBounded(from, to);
    for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day++) yield [day, this.days.memo(day)];
  }

  /** Clocks are ahead of UTC and behind it by less than a day, so that the local days beside it are enough. */
  private workedOn(day: number): Day {
    const worked = [day - 1, day, day + 1]
      .flatMap((localDay) => this.intervalsOf(localDay).map((interval) => this.spanOf(localDay, interval)))
      .map((span) => cut(span, day * DAY_MS, (day + 1) * DAY_MS))
      .filter((span) => lengthOf(span) > 0)
      .sort((one, other) => one.from - other.from);
    const spans = [...united(worked)];
    return { spans, total: spans.reduce((sum, span) => sum + lengthOf(span), 0) };
  }

  private workedIn(stretch: number): number {
    return this.betweenByDay(stretch * STRETCH_MS, (stretch + 1) * STRETCH_MS);
  }

  private intervalsOf(localDay: number): readonly WorkingInterval[] {
    return this.exceptions.get(localDay) ?? this.calendar.weekly[weekdayOf(localDay)];
  }

  private spanOf(localDay: number, { from, to }: WorkingInterval): Span {
    const instantOf = (time: string): number => this.zone.instantOf(localDay * DAY_MS + millisecondsOf(time));
    return { from: instantOf(from), to: instantOf(to) };
  }
}

/** Clocks come from the database, where an import may have put anything: no loop goes through the days of all time. */
function ensureBounded(from: number, to: number): void {
  const isBounded = Math.abs(from) <= LAST_INSTANT_MS && Math.abs(to) <= LAST_INSTANT_MS && to - from <= LONGEST_MS;
  if (!isBounded) throw new RangeError('Working time is added up over a century at most');
}

const zones = new LRUCache<string, Zone>({ max: ZONES_KEPT, memoMethod: (name) => new Zone(name) });
const calendars = new LRUCache<string, WorkingTime, WorkingCalendar>({
  max: CALENDARS_KEPT,
  memoMethod: (_text, _stale, { context }) => new WorkingTime(context),
});

/** Spans in the order of their beginnings, those that touch each other as one. */
function* united(spans: Iterable<Span>): Iterable<Span> {
  let last: Span | null = null;
  for (const span of spans) {
    if (last && span.from <= last.to) {
      last = { from: last.from, to: Math.max(last.to, span.to) };
    } else {
      if (last) yield last;
      last = span;
    }
  }
  if (last) yield last;
}

/** The part of a span within two bounds; empty or less if there is none. */
function cut(span: Span, from: number, to: number): Span {
  return { from: Math.max(span.from, from), to: Math.min(span.to, to) };
}

function lengthOf({ from, to }: Span): number {
  return to - from;
}

/** Day 0, the first of January 1970, was a Thursday. */
function weekdayOf(localDay: number): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[(((localDay + 3) % 7) + 7) % 7]!;
}

/** Of `HH:mm`. */
function millisecondsOf(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000;
}
