import { ApiProperty } from '@nestjs/swagger';
import { UtcInstant } from '../../common/validation/instant';
import { OneOf } from '../../common/validation/plain-fields';
import { SLA_MILESTONES, type SlaMilestone } from '../../support/support-request.types';
import {
  type IntervalFigures,
  REPORT_GROUPS,
  REPORT_INTERVALS,
  type ReportGroup,
  type ReportInterval,
  type ReportPeriod,
  type SlaFigures,
  type SlaReport,
} from './sla-report.types';

export class ExportSlaReportQuery {
  /** Clocks that started then or later. In UTC (ends in `Z`). */
  @ApiProperty({ example: '2026-01-01T00:00:00.000Z' })
  @UtcInstant()
  from: string;
  /** Clocks that started before. In UTC (ends in `Z`), at most 366 days after `from`. */
  @ApiProperty({ example: '2026-02-01T00:00:00.000Z' })
  @UtcInstant()
  to: string;
  /** Default: no groups, the figures are of all clocks. */
  @OneOf(REPORT_GROUPS, { optional: true })
  groupBy?: ReportGroup;
  /** Default: each. */
  @OneOf(SLA_MILESTONES, { optional: true })
  milestone?: SlaMilestone;

  /** What a validated query says. */
  static period({ from, to, ...which }: GetSlaReportQuery): ReportPeriod {
    return { ...which, from: new Date(from), to: new Date(to) };
  }
}

export class GetSlaReportQuery extends ExportSlaReportQuery {
  /** Adds a `series` by days or weeks, in the workspace’s time zone. Weeks begin on Monday. Default: no series. */
  @OneOf(REPORT_INTERVALS, { optional: true })
  interval?: ReportInterval;
}

/** What became of the clocks of a group for one milestone. Fields of other groups are null. */
export class SlaFiguresDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string | null;
  /**
   * The member whose message satisfied the clock, else the assignee of its request. null: neither.
   * @example null
   */
  memberId: string | null;
  /** @example null */
  policyId: string | null;
  /**
   * Of a removed policy the last name that these clocks knew.
   * @example null
   */
  policyName: string | null;
  @ApiProperty({ enum: SLA_MILESTONES })
  milestone: SlaMilestone;
  /** The sum of the next five. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 200 })
  started: number;
  /** Satisfied in time. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 150 })
  met: number;
  /** Satisfied, but not in time. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 20 })
  metLate: number;
  /** Not satisfied, and out of time. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 5 })
  breaching: number;
  /** Not satisfied, and not out of time; also those that are paused. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 15 })
  open: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 10 })
  cancelled: number;
  /** `met` of `met`, `metLate` and `breaching`, to four digits. null: there are none. */
  @ApiProperty({ minimum: 0, maximum: 1, nullable: true, type: Number, example: 0.8571 })
  metShare: number | null;
  /** Working seconds that half of the satisfied clocks did not exceed, rounded down. null: none is satisfied. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, example: 1260 })
  medianSeconds: number | null;
  /** The same for nine of ten. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, example: 3180 })
  p90Seconds: number | null;

  static from(figures: SlaFigures): SlaFiguresDto {
    return {
      agentId: figures.agentId,
      memberId: figures.memberId,
      policyId: figures.policyId,
      policyName: figures.policyName,
      milestone: figures.milestone,
      started: figures.started,
      met: figures.met,
      metLate: figures.metLate,
      breaching: figures.breaching,
      open: figures.open,
      cancelled: figures.cancelled,
      metShare: figures.metShare,
      medianSeconds: figures.medianSeconds,
      p90Seconds: figures.p90Seconds,
    };
  }
}

/** The figures of the clocks that started in a day or a week, of all groups together. */
export class SlaIntervalFiguresDto {
  /**
   * The start of the interval, which lasts until the next one. The first one starts with the period.
   * @example "2026-01-01T00:00:00.000Z"
   */
  from: string;
  /** The milestones in their order; what has no clocks is left out. */
  @ApiProperty({ type: [SlaFiguresDto], maxItems: SLA_MILESTONES.length })
  figures: SlaFiguresDto[];

  static from({ from, figures }: IntervalFigures): SlaIntervalFiguresDto {
    return { from: from.toISOString(), figures: figures.map((one) => SlaFiguresDto.from(one)) };
  }
}

export class SlaReportDto {
  /** @example "2026-01-01T00:00:00.000Z" */
  from: string;
  /** @example "2026-02-01T00:00:00.000Z" */
  to: string;
  /** The moment that decides which clocks are `breaching`. @example "2026-02-03T10:00:00.000Z" */
  asOf: string;
  @ApiProperty({ type: String, enum: [...REPORT_GROUPS, null], nullable: true })
  groupBy: ReportGroup | null;
  @ApiProperty({ type: String, enum: [...REPORT_INTERVALS, null], nullable: true })
  interval: ReportInterval | null;
  /** Groups with the most clocks first, of each the milestones in their order; what has no clocks is left out. */
  figures: SlaFiguresDto[];
  /** Groups that were left out because there are more than 1,000. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  omittedGroups: number;
  /** Every interval of the period, in order. null if you name no `interval`. */
  @ApiProperty({ type: [SlaIntervalFiguresDto], nullable: true, maxItems: 400 })
  series: SlaIntervalFiguresDto[] | null;

  static from({ from, to, asOf, groupBy, interval, figures, omittedGroups, series }: SlaReport): SlaReportDto {
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      asOf: asOf.toISOString(),
      groupBy: groupBy ?? null,
      interval: interval ?? null,
      figures: figures.map((one) => SlaFiguresDto.from(one)),
      omittedGroups,
      series: series && series.map((one) => SlaIntervalFiguresDto.from(one)),
    };
  }
}
