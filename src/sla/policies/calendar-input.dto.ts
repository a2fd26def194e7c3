import { Text } from '../../common/validation/field-rules';
import { Nested, NestedList } from '../../common/validation/plain-fields';
import { CalendarDate, ClosingTime, OpeningTime } from './calendar-fields';

const MOST_INTERVALS = 12;
const MOST_EXCEPTIONS = 400;

const Intervals = (): PropertyDecorator =>
  NestedList(() => WorkingIntervalInput, { size: MOST_INTERVALS, optional: true });

/** A part of a day. A shift past midnight is two: to `24:00`, and from `00:00`. */
export class WorkingIntervalInput {
  @OpeningTime()
  from: string;
  /** Later than `from`; not part of the interval. */
  @ClosingTime()
  to: string;
}

/** The intervals of each day, in order. A day that is left out has none. */
export class WeeklyHoursInput {
  @Intervals()
  monday?: WorkingIntervalInput[];
  @Intervals()
  tuesday?: WorkingIntervalInput[];
  @Intervals()
  wednesday?: WorkingIntervalInput[];
  @Intervals()
  thursday?: WorkingIntervalInput[];
  @Intervals()
  friday?: WorkingIntervalInput[];
  @Intervals()
  saturday?: WorkingIntervalInput[];
  @Intervals()
  sunday?: WorkingIntervalInput[];
}

/** What replaces the intervals of a day's weekday. */
export class CalendarExceptionInput {
  /** Each date once. */
  @CalendarDate()
  date: string;
  /** In order. Empty on a holiday. */
  @NestedList(() => WorkingIntervalInput, { size: MOST_INTERVALS })
  intervals: WorkingIntervalInput[];
}

/** When you work. Fields you omit stay the same; in a new policy, they get their defaults. */
export class WorkingCalendarInput {
  /**
   * IANA time zone name. Default: the workspace’s time zone.
   * @example "Europe/London"
   */
  @Text({ max: 64, optional: true })
  timezone?: string;
  /** Replaces the whole week. Default: around the clock. */
  @Nested(() => WeeklyHoursInput, { optional: true })
  weekly?: WeeklyHoursInput;
  /** Replaces all exceptions. Default: none. */
  @NestedList(() => CalendarExceptionInput, { size: MOST_EXCEPTIONS, optional: true })
  exceptions?: CalendarExceptionInput[];
}
