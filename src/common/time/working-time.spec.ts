import { WEEKDAYS, type WorkingCalendar, type WorkingInterval } from './working-calendar.types';
import { WorkingTime } from './working-time';

const HOUR = 3_600_000;

/** `[from, to]` for every day of the week. */
function daily(timezone: string, hours: [from: string, to: string][], exceptions: WorkingCalendar['exceptions'] = []) {
  const intervals: WorkingInterval[] = hours.map(([from, to]) => ({ from, to }));
  const weekly = Object.fromEntries(WEEKDAYS.map((day) => [day, intervals])) as WorkingCalendar['weekly'];
  return new WorkingTime({ timezone, weekly, exceptions });
}

/** Eight to four, on Fridays to twelve. */
function office(timezone = 'UTC', exceptions: WorkingCalendar['exceptions'] = []): WorkingTime {
  const hours = (to: string): WorkingInterval[] => [{ from: '08:00', to }];
  const [monday, tuesday, wednesday, thursday] = [hours('16:00'), hours('16:00'), hours('16:00'), hours('16:00')];
  const weekly = { monday, tuesday, wednesday, thursday, friday: hours('12:00'), saturday: [], sunday: [] };
  return new WorkingTime({ timezone, weekly, exceptions });
}

const at = Date.parse;
const shown = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());
const spans = (time: WorkingTime, from: string, to: string): (string | null)[][] =>
  [...time.intervals(at(from), at(to))].map((span) => [shown(span.from), shown(span.to)]);

describe('local times', () => {
  it.each([
    ['America/Los_Angeles', '2014-03-09', '02:30', '2014-03-09T10:30:00.000Z', 'is skipped: half past three'],
    ['America/Los_Angeles', '2014-11-02', '01:30', '2014-11-02T08:30:00.000Z', 'comes twice: the first'],
    ['America/Sao_Paulo', '2015-10-18', '00:00', '2015-10-18T03:00:00.000Z', 'is skipped: one o’clock'],
    ['Australia/Lord_Howe', '2019-10-06', '02:10', '2019-10-05T15:40:00.000Z', 'is skipped by half an hour'],
    ['Australia/Lord_Howe', '2019-04-07', '01:45', '2019-04-06T14:45:00.000Z', 'comes twice, half an hour apart'],
    ['Asia/Beirut', '2022-03-27', '00:15', '2022-03-26T22:15:00.000Z', 'is skipped after midnight'],
    ['Asia/Beirut', '2022-10-29', '23:30', '2022-10-29T20:30:00.000Z', 'comes twice before midnight'],
    ['Africa/Cairo', '2023-04-28', '00:30', '2023-04-27T22:30:00.000Z', 'is skipped after midnight'],
    ['Africa/Cairo', '2023-10-26', '23:30', '2023-10-26T20:30:00.000Z', 'comes twice before midnight'],
    ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T22:00:00.000Z', 'is on a day that is skipped: the next'],
    ['Europe/Berlin', '2026-07-01', '09:00', '2026-07-01T07:00:00.000Z', 'is plain'],
  ])('in %s on %s, %s is %s: it %s', (timezone, date, from, instant) => {
    const time = daily(timezone, [], [{ date, intervals: [{ from, to: '23:59' }] }]);
    expect(shown([...time.intervals(at(date) - 48 * HOUR, at(date) + 72 * HOUR)][0]!.from)).toBe(instant);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Europe/Berlin', '2026-10-26', 24],
    ['Australia/Lord_Howe', '2019-10-06', 23.5],
    ['Australia/Lord_Howe', '2019-04-07', 24.5],
    ['Africa/Monrovia', '1972-01-07', 24 - 44.5 / 60],
    ['Antarctica/Troll', '2024-03-31', 22],
  ])('a full day in %s on %s has %d hours', (timezone, date, hours) => {
    const time = daily(timezone, [], [{ date, intervals: [{ from: '00:00', to: '24:00' }] }]);
    expect(time.between(at(date) - 48 * HOUR, at(date) + 72 * HOUR)).toBe(hours * HOUR);
  });

  it('do not count a day twice that the zone skipped', () => {
    const time = daily('Pacific/Apia', [['09:00', '17:00']]);
    expect(spans(time, '2011-12-29T12:00Z', '2012-01-01T00:00Z')).toEqual([
      // 29 December at UTC-10, 31 December at UTC+14, and the beginning of the first of January.
      ['2011-12-29T19:00:00.000Z', '2011-12-30T03:00:00.000Z'],
      ['2011-12-30T19:00:00.000Z', '2011-12-31T03:00:00.000Z'],
      ['2011-12-31T19:00:00.000Z', '2012-01-01T00:00:00.000Z'],
    ]);
  });

  it('that are skipped whole count nothing, and one that ends before it begins counts nothing', () => {
    const date = '2014-03-09';
    const skipped = daily('America/Los_Angeles', [], [{ date, intervals: [{ from: '02:30', to: '03:15' }] }]);
    expect(spans(skipped, '2014-03-08T00:00Z', '2014-03-11T00:00Z')).toEqual([]);
  });

  it('that meet where the zone moved them count once', () => {
    const intervals = [
      { from: '02:30', to: '02:45' },
      { from: '03:00', to: '03:40' },
    ];
    const time = daily('America/Los_Angeles', [], [{ date: '2014-03-09', intervals }]);
    expect(spans(time, '2014-03-08T00:00Z', '2014-03-11T00:00Z')).toEqual([
      ['2014-03-09T10:00:00.000Z', '2014-03-09T10:45:00.000Z'],
    ]);
  });
});

describe('after', () => {
  it.each([
    ['2026-01-05T15:58:30Z', 90, '2026-01-05T16:00:00.000Z', 'used up at closing is due at closing'],
    ['2026-01-05T15:58:30Z', 91, '2026-01-06T08:00:01.000Z', 'it goes on at the next opening'],
    ['2026-01-05T06:00:00Z', 60, '2026-01-05T08:01:00.000Z', 'it counts from the opening'],
    ['2026-01-05T16:00:00Z', 60, '2026-01-06T08:01:00.000Z', 'closing is outside hours'],
    ['2026-01-09T11:00:00Z', 7_200, '2026-01-12T09:00:00.000Z', 'it passes the weekend'],
    ['2026-01-10T11:00:00Z', 0, '2026-01-10T11:00:00.000Z', 'nothing is over at once, outside hours too'],
    ['2026-01-05T10:00:00Z', 0, '2026-01-05T10:00:00.000Z', 'nothing is over at once'],
  ])('%s and %d s: %s: %s', (start, seconds, due) => {
    expect(shown(office().after(at(start), seconds * 1000))).toBe(due);
  });

  it('is null where it is farther than asked, and not where it is just as far', () => {
    const start = at('2026-01-05T10:00:00Z');
    expect(office().after(start, HOUR, HOUR)).toBe(start + HOUR);
    expect(office().after(start, HOUR + 1, HOUR)).toBeNull();
    expect(office().after(start, HOUR, HOUR - 1)).toBeNull();
  });

  it('is null where nobody ever works, and ten years off', () => {
    expect(daily('UTC', []).after(at('2026-01-05T10:00:00Z'), 1)).toBeNull();
    const once = daily('UTC', [], [{ date: '2036-01-10', intervals: [{ from: '00:00', to: '24:00' }] }]);
    expect(once.after(at('2026-01-05T00:00:00Z'), 1)).toBeNull();
    expect(shown(once.after(at('2026-01-20T00:00:00Z'), 1))).toBe('2036-01-10T00:00:00.001Z');
  });
});

describe('between', () => {
  it.each([
    ['2026-01-05T15:00:00Z', '2026-01-06T09:00:00Z', 2],
    ['2026-01-09T00:00:00Z', '2026-01-12T00:00:00Z', 4],
    ['2026-01-05T09:00:00Z', '2026-01-05T09:00:00Z', 0],
    ['2026-01-06T09:00:00Z', '2026-01-05T09:00:00Z', 0],
  ])('%s and %s are %d working hours', (from, to, hours) => {
    expect(office().between(at(from), at(to))).toBe(hours * HOUR);
  });

  it('counts milliseconds', () => {
    expect(office().between(at('2026-01-05T15:59:59.250Z'), at('2026-01-06T08:00:00.001Z'))).toBe(751);
  });

  it('takes the hours of an exception instead of those of its weekday', () => {
    const exceptions = [
      { date: '2026-01-05', intervals: [] },
      { date: '2026-01-10', intervals: [{ from: '10:00', to: '11:00' }] },
    ];
    expect(office('UTC', exceptions).between(at('2026-01-05T00:00Z'), at('2026-01-12T00:00Z'))).toBe(29 * HOUR);
  });

  it('is the time around the clock where every day is full', () => {
    const time = daily('Europe/Berlin', [['00:00', '24:00']]);
    const [from, to] = ['2025-12-31T22:59:59.123Z', '2027-01-01T10:00:00Z'] as const;
    expect(time.between(at(from), at(to))).toBe(at(to) - at(from));
    expect(spans(time, from, to)).toEqual([[from, '2027-01-01T10:00:00.000Z']]);
  });
});

it('is one object for calendars that say the same', () => {
  const calendar: WorkingCalendar = {
    timezone: 'UTC',
    weekly: { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
    exceptions: [],
  };
  expect(WorkingTime.of(calendar)).toBe(WorkingTime.of(structuredClone(calendar)));
  expect(WorkingTime.of(calendar)).not.toBe(WorkingTime.of({ ...calendar, timezone: 'Europe/Berlin' }));
});
