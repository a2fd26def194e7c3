export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A part of a local day, its end excluded: `HH:mm`, from `00:00` to `24:00`. */
export interface WorkingInterval {
  from: string;
  to: string;
}

/** Days of other hours than their weekday has, or of none. */
export interface CalendarException {
  /** `YYYY-MM-DD`. */
  date: string;
  intervals: WorkingInterval[];
}

/** Working hours in the local time of one place. The intervals of a day are in order and do not overlap. */
export interface WorkingCalendar {
  /** IANA */
  timezone: string;
  weekly: Record<Weekday, WorkingInterval[]>;
  exceptions: CalendarException[];
}
