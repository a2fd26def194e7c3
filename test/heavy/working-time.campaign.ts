import { oneOf, randomOf } from '../../bench/support/random';
import { WEEKDAYS, type WorkingCalendar, type WorkingInterval } from '../../src/common/time/working-calendar.types';
import { WorkingTime } from '../../src/common/time/working-time';
import { Wall, walk } from '../support/working-time-walk';
import { campaignOf } from './campaign';

const CASES = Number(process.env['CASES'] ?? campaignOf(100_000));
/** The same cases every time; another seed explores. */
const SEED = Number(process.env['SEED'] ?? 20_260_115);

const DAY = 86_400;
const [EARLIEST, LATEST] = [Date.UTC(1970, 0, 8) / 1000, Date.UTC(2040, 0, 1) / 1000];

/** Zones that skip or repeat days, midnights, half hours, minutes with seconds, or change often. */
const ODD = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Europe/Moscow',
  'Pacific/Apia',
  'Pacific/Fakaofo',
  'Pacific/Kiritimati',
  'Pacific/Kwajalein',
];

describe(`working time against a clock on the wall (SEED=${SEED}, CASES=${CASES})`, () => {
  const random = randomOf(SEED);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const zones = Intl.supportedValuesOf('timeZone');
  const changesOf = new Map<string, number[]>();

  /** Near a change of the zone's clocks, two times of three. */
  const instantIn = (zone: string): number => {
    const changes = changesOf.get(zone) ?? new Wall(zone).changes(EARLIEST, LATEST, 7 * DAY);
    changesOf.set(zone, changes);
    if (changes.length === 0 || random() < 1 / 3) return EARLIEST + upTo(LATEST - EARLIEST);
    return oneOf(random, changes) + upTo(3 * DAY) - 2 * DAY;
  };

  /** Half of the times are where clocks change: around midnight, and before four. */
  const someHours = (): WorkingInterval[] => {
    const kind = random();
    if (kind < 0.2) return [];
    if (kind < 0.35) return [{ from: '00:00', to: '24:00' }];
    const minutes = new Set(
      Array.from({ length: 2 * (1 + upTo(3)) }, () => (random() < 0.5 ? 15 * upTo(16) : upTo(1440))),
    );
    if (random() < 0.3) minutes.add(1440);
    const times = [...minutes].sort((a, b) => a - b);
    const intervals: WorkingInterval[] = [];
    for (let n = 0; n + 1 < times.length; n += random() < 0.5 ? 1 : 2) {
      intervals.push({ from: clock(times[n]!), to: clock(times[n + 1]!) });
    }
    return intervals;
  };

  const aCalendar = (timezone: string, near: number): WorkingCalendar => {
    const usual = someHours();
    const weekly = Object.fromEntries(WEEKDAYS.map((day) => [day, random() < 0.6 ? usual : someHours()]));
    const dates = new Set(Array.from({ length: upTo(3) }, () => dateOf(near + (upTo(4) - 2) * DAY)));
    const exceptions = [...dates].map((date) => ({ date, intervals: someHours() }));
    return { timezone, weekly: weekly as WorkingCalendar['weekly'], exceptions };
  };

  it('is the same to the second', () => {
    const wrong: unknown[] = [];
    let seconds = 0;
    for (let n = 0; n < CASES; n++) {
      const timezone = oneOf(random, random() < 0.5 ? ODD : zones);
      const from = instantIn(timezone);
      const to = from + 1 + upTo(2 * DAY);
      const calendar = aCalendar(timezone, from);
      const expected = walk(calendar, from, to);
      const total = expected.reduce((sum, [first, end]) => sum + end - first, 0);
      seconds += to - from;

      const time = new WorkingTime(calendar);
      const found = [...time.intervals(from * 1000, to * 1000)].map((span) => [span.from / 1000, span.to / 1000]);
      const target = 1 + upTo(total);
      const due = time.after(from * 1000, target * 1000, (to - from) * 1000);
      const isRight =
        JSON.stringify(found) === JSON.stringify(expected) &&
        time.between(from * 1000, to * 1000) === total * 1000 &&
        due === (target > total ? null : dueAfter(expected, target) * 1000);
      if (!isRight) wrong.push({ n, calendar, from, to, expected, found, target, due });
    }
    process.stdout.write(
      `working-time: SEED=${SEED}, ${CASES} calendars, ${seconds} seconds walked, ${wrong.length} wrong\n`,
    );
    expect(wrong.slice(0, 3)).toEqual([]);
  }, 3_600_000);
});

/** The end of the second that is the `target`th of these. */
function dueAfter(worked: readonly [number, number][], target: number): number {
  let left = target;
  for (const [first, end] of worked) {
    if (left <= end - first) return first + left;
    left -= end - first;
  }
  throw new Error('Less is worked than is looked for');
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function dateOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 10);
}
