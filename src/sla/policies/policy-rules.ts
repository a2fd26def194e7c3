import { type ErrorDetail, ValidationFailed } from '../../common/errors/domain-error';
import type { WorkingCalendar } from '../../common/time/working-calendar.types';
import { WorkingTime } from '../../common/time/working-time';
import { DAY_MS } from '../../common/time/zone';
import { calendarProblems } from './calendar-rules';
import type { SlaTarget } from './sla-policy.types';

/** Of real time: within it, a clock that starts now and never stands still must be over. */
const LONGEST_MS = 366 * DAY_MS;

/** @throws ValidationFailed 400 with everything that is wrong */
export function ensurePromisable(targets: readonly SlaTarget[], calendar: WorkingCalendar, now: number): void {
  const problems = [...repeated(targets), ...calendarProblems(calendar)];
  if (problems.length > 0) throw new ValidationFailed(problems);
  const endless = unreachable(targets, calendar, now);
  if (endless.length > 0) throw new ValidationFailed(endless);
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
    time.after(now, seconds * 1000, LONGEST_MS) === null
      ? [{ path: `/targets/${index}/seconds`, code: 'too_large', message: 'must fit into 366 days of the calendar' }]
      : [],
  );
}
