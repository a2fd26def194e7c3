import fc from 'fast-check';
import { WEEKDAYS, type WorkingCalendar } from './working-calendar.types';
import { WorkingTime } from './working-time';

const SEED = Number(process.env['SEED'] ?? 20_261_122);
const RUNS = Number(process.env['RUNS'] ?? 300);
const DAY = 86_400_000;

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const hours = fc
  .uniqueArray(fc.nat(1440), { minLength: 0, maxLength: 8 })
  .map((minutes) => minutes.sort((a, b) => a - b))
  .map((times) => times.flatMap((to, n) => (n % 2 === 1 ? [{ from: clock(times[n - 1]!), to: clock(to) }] : [])));
const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Beirut',
);
const calendar: fc.Arbitrary<WorkingCalendar> = fc.record({
  timezone: zone,
  weekly: fc.record(Object.fromEntries(WEEKDAYS.map((day) => [day, hours]))),
  exceptions: fc.constant([]),
});
const instant = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2030, 0, 1) });
const span = fc.nat(20 * DAY);

describe(`working time (SEED=${SEED}, RUNS=${RUNS})`, () => {
  const holds = <T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>): void =>
    fc.assert(property, { seed: SEED, numRuns: RUNS });

  it('of what is due after so much is so much, and a millisecond earlier it is less', () => {
    holds(
      fc.property(calendar, instant, fc.integer({ min: 1, max: 5 * DAY }), (hoursOf, start, much) => {
        const time = new WorkingTime(hoursOf);
        const due = time.after(start, much, 60 * DAY);
        if (due === null) return time.between(start, start + 60 * DAY) < much;
        return time.between(start, due) === much && time.between(start, due - 1) === much - 1;
      }),
    );
  });

  it('adds up, grows, and is never more than the time that passes', () => {
    holds(
      fc.property(calendar, instant, span, span, (hoursOf, from, first, second) => {
        const time = new WorkingTime(hoursOf);
        const [middle, to] = [from + first, from + first + second];
        const [one, other] = [time.between(from, middle), time.between(middle, to)];
        return one + other === time.between(from, to) && one >= 0 && one <= first && other >= 0 && other <= second;
      }),
    );
  });

  it('is the length of its intervals, which are apart', () => {
    holds(
      fc.property(calendar, instant, span, (hoursOf, from, length) => {
        const time = new WorkingTime(hoursOf);
        const spans = [...time.intervals(from, from + length)];
        const isApart = spans.every((one, n) => one.from < one.to && (n === 0 || spans[n - 1]!.to < one.from));
        const total = spans.reduce((sum, one) => sum + one.to - one.from, 0);
        return isApart && total === time.between(from, from + length);
      }),
    );
  });
});
