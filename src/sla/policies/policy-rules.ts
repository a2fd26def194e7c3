import { type ErrorDetail, ValidationFailed } from '../../common/errors/domain-error';
import type { WorkingCalendar } from '../../common/time/working-calendar.types';
import { type Span, WorkingTime } from '../../common/time/working-time';
import { DAY_MS } from '../../common/time/zone';
import { calendarProblems } from './calendar-rules';
import type { SlaTarget } from './sla-policy.types';

/** Of real time: within it, a clock that starts now and never stands still must be over. */
const LONGEST_MS = 366 * DAY_MS;

/** Outside of these years no clock runs, and a time in the answer has a year of four digits. */
const FIRST_START = Date.parse('1970-01-01T00:00:00Z');
const LAST_START = Date.parse('3000-01-01T00:00:00Z');

/** What a target comes to, in milliseconds since the epoch. */
export interface PromisedTime {
  dueAt: number;
  /** What is worked until then: in order, and apart from each other. */
  spans: Span[];
}

/** @throws ValidationFailed 400 with everything that is wrong */
export function ensurePromisable(targets: readonly SlaTarget[], calendar: WorkingCalendar, now: number): void {
  const problems = [...repeated(targets), ...calendarProblems(calendar)];
  if (problems.length > 0) throw new ValidationFailed(problems);
  const endless = unreachable(targets, calendar, now);
  if (endless.length > 0) throw new ValidationFailed(endless);
}

/** When a clock is due that starts at an instant and never stands still. @throws ValidationFailed 400 */
export function promisedTime(calendar: WorkingCalendar, seconds: number, startedAt: number): PromisedTime {
  const problems = calendarProblems(calendar);
  if (startedAt < FIRST_START || startedAt >= LAST_START)
    problems.push({ path: '/startedAt', code: 'out_of_range', message: 'must be from 1970 to 2999' });
  if (problems.length > 0) throw new ValidationFailed(problems);
  const time = new WorkingTime(calendar);
  const dueAt = time.after(startedAt, seconds * 1000, LONGEST_MS);
  if (dueAt === null) throw new ValidationFailed([tooLong('/seconds')]);
  return { dueAt, spans: [...time.intervals(startedAt, dueAt)] };
}

function repeated(targets: readonly SlaTarget[]): ErrorDetail[] {
  const milestones = targets.map(({ milestone }) => milestone);
  return milestones.flatMap((milestone, index) =>
    milestones.indexOf(milestone) < index
      ? [{ path: `/targets/${index}/milestone`, code: 'not_unique', message: 'must not be there before' }]
      : [],
  );
}

function unreachable(targets: readonly SlaTarget[], calendar: WorkingCalendar, now: number): ErrorDetail[] {
  const time = new WorkingTime(calendar);
  return targets.flatMap(({ seconds }, index) =>
    time.after(now, seconds * 1000, LONGEST_MS) === null ? [tooLong(`/targets/${index}/seconds`)] : [],
  );
}

function tooLong(path: string): ErrorDetail {
  return { path, code: 'too_large', message: 'must fit into 366 days of the calendar' };
}
