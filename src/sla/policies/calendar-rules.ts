import type { ErrorDetail } from '../../common/errors/domain-error';
import { knownTimezone } from '../../common/validation/invalid-timezone';
import { WEEKDAYS, type WorkingCalendar, type WorkingInterval } from '../../common/time/working-calendar.types';
import type { WeeklyHoursInput, WorkingCalendarInput } from './calendar-input.dto';

/** Around the clock, every day. */
export function alwaysOpen(timezone: string): WorkingCalendar {
  return { timezone, weekly: weekOf(() => [{ from: '00:00', to: '24:00' }]), exceptions: [] };
}

/** The calendar with what the caller supplied. Its times are yet to be looked at. @throws InvalidTimezone 400 */
export function changedCalendar(
  present: WorkingCalendar,
  { timezone, weekly, exceptions }: WorkingCalendarInput,
): WorkingCalendar {
  return {
    timezone: timezone === undefined ? present.timezone : knownTimezone(timezone, '/calendar/timezone'),
    weekly: weekly === undefined ? present.weekly : suppliedWeek(weekly),
    exceptions:
      exceptions?.map(({ date, intervals }) => ({ date, intervals: intervals.map(plain) })) ?? present.exceptions,
  };
}

/** The same with its exceptions by date. */
export function inOrder(calendar: WorkingCalendar): WorkingCalendar {
  return { ...calendar, exceptions: calendar.exceptions.toSorted((a, b) => (a.date < b.date ? -1 : 1)) };
}

/** What is wrong with days whose intervals are well-formed one by one. */
export function calendarProblems({ weekly, exceptions }: WorkingCalendar): ErrorDetail[] {
  const dates = exceptions.map(({ date }) => date);
  return [
    ...WEEKDAYS.flatMap((day) => intervalProblems(weekly[day], `/calendar/weekly/${day}`)),
    ...exceptions.flatMap(({ date, intervals }, index) => [
      ...(dates.indexOf(date) < index
        ? [{ path: `/calendar/exceptions/${index}/date`, code: 'not_unique', message: 'must not be there before' }]
        : []),
      ...intervalProblems(intervals, `/calendar/exceptions/${index}/intervals`),
    ]),
  ];
}

/** Times of this form are in the order of their texts. */
function intervalProblems(intervals: readonly WorkingInterval[], path: string): ErrorDetail[] {
  return intervals.flatMap(({ from, to }, index) => {
    const before = intervals[index - 1];
    return [
      ...(to <= from ? [{ path: `${path}/${index}/to`, code: 'invalid', message: 'must be later than from' }] : []),
      ...(before && from < before.to
        ? [
            {
              path: `${path}/${index}/from`,
              code: 'invalid',
              message: 'must not be earlier than the end of the interval before',
            },
          ]
        : []),
    ];
  });
}

function suppliedWeek(weekly: WeeklyHoursInput): WorkingCalendar['weekly'] {
  return weekOf((day) => weekly[day]?.map(plain) ?? []);
}

function weekOf(hours: (day: (typeof WEEKDAYS)[number]) => WorkingInterval[]): WorkingCalendar['weekly'] {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, hours(day)])) as WorkingCalendar['weekly'];
}

function plain({ from, to }: WorkingInterval): WorkingInterval {
  return { from, to };
}
