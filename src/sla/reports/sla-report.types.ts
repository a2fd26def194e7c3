import type { SlaMilestone } from '../../support/support-request.types';

export const REPORT_GROUPS = ['agent', 'member', 'policy'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** What a report is divided into over time, in the time zone of the workspace. Weeks begin on Monday. */
export const REPORT_INTERVALS = ['day', 'week'] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** Which clocks a report is of. */
export interface ReportPeriod {
  from: Date;
  /** Not part of it. */
  to: Date;
  /** Absent: all clocks are one group. */
  groupBy?: ReportGroup;
  /** Absent: each. */
  milestone?: SlaMilestone;
  /** Absent: the report has no series. */
  interval?: ReportInterval;
}

/** What became of the clocks of a group for one milestone. */
export interface SlaFigures {
  /** Null where the report is not grouped by agents; so with the others. */
  agentId: string | null;
  /** Null also: of no member. */
  memberId: string | null;
  policyId: string | null;
  policyName: string | null;
  milestone: SlaMilestone;
  started: number;
  met: number;
  metLate: number;
  breaching: number;
  open: number;
  cancelled: number;
  /** 0 to 1; null: nothing was due yet. */
  metShare: number | null;
  /** Whole working seconds; null: none was satisfied. */
  medianSeconds: number | null;
  p90Seconds: number | null;
}

/** The figures of all groups together, of the clocks that started in an interval. */
export interface IntervalFigures {
  from: Date;
  figures: SlaFigures[];
}

export interface SlaReport extends ReportPeriod {
  /** The moment that decides which clocks are breaching. */
  asOf: Date;
  figures: SlaFigures[];
  /** Groups beyond those that a report has. */
  omittedGroups: number;
  /** Null: the caller named no interval. */
  series: IntervalFigures[] | null;
}
