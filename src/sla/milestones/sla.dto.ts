import { ApiProperty } from '@nestjs/swagger';
import { IntegerQuery } from '../../common/http/integer-query.decorator';
import { Text } from '../../common/validation/field-rules';
import { UtcInstant } from '../../common/validation/instant';
import { OneOf, Whole } from '../../common/validation/plain-fields';
import { CountedIntervalDto } from '../counted-interval.dto';
import { WorkingCalendarDto } from '../policies/sla-policy.dto';
import { WorkingTime } from '../../common/time/working-time';
import { SlaClockDto } from '../../support/sla-clock.dto';
import {
  DISPOSITION_CODES,
  type DispositionCode,
  SLA_MILESTONES,
  type SlaMilestone,
  WAITING_ON,
  type WaitingOn,
} from '../../support/support-request.types';
import {
  MILESTONE_OUTCOMES,
  type MilestoneOutcome,
  NOT_SATISFIED_REASONS,
  type NotSatisfiedReason,
  SLA_REPLY_TYPES,
  type SlaReplyType,
} from '../sla.types';
import { CLOCK_EFFECTS, type ClockEffect } from '../engine/clock-timeline';
import { CLOCK_EVENT_KINDS, type ClockEvent, type ClockEventKind } from '../engine/clock.types';
import type { RecordedMilestone } from './milestones.service';
import type { ClockNow, RecordedWithClock } from './sla.service';

export class RecordSlaMilestoneInput {
  /** At most the request’s `episodeNumber`. */
  @ApiProperty({ example: 1 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  episodeNumber: number;
  /**
   * A message to the customer in the request’s conversation, or a note if `replyType` is `internal_note`.
   * @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f"
   */
  @Text({ min: 1, max: 200 })
  messageId: string;
  @OneOf(SLA_MILESTONES)
  milestone: SlaMilestone;
  @OneOf(MILESTONE_OUTCOMES)
  outcome: MilestoneOutcome;
  @OneOf(SLA_REPLY_TYPES)
  replyType: SlaReplyType;
  /** When the outcome was observed, in UTC (ends in `Z`): at most 5 minutes ahead. */
  @ApiProperty({ example: '2026-01-15T09:45:00.000Z' })
  @UtcInstant()
  observedAt: string;

  static recorded({ observedAt, ...fields }: RecordSlaMilestoneInput): RecordedMilestone {
    return { ...fields, observedAt: new Date(observedAt) };
  }
}

export class ExplainSlaClockQuery {
  @ApiProperty({ enum: SLA_MILESTONES })
  @OneOf(SLA_MILESTONES)
  milestone: SlaMilestone;
  /** Default: the current episode. */
  @IntegerQuery({ min: 1, max: Number.MAX_SAFE_INTEGER })
  episodeNumber?: number;
  /** Which of several clocks of the milestone in the episode, from 1 on. Default: the newest. */
  @IntegerQuery({ min: 1, max: 2_147_483_647 })
  number?: number;
}

/** A message that was to satisfy a milestone. */
export class MilestoneDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-ab2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f" */
  supportRequestId: string;
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  episodeNumber: number;
  @ApiProperty({ enum: SLA_MILESTONES })
  milestone: SlaMilestone;
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  messageId: string;
  @ApiProperty({ enum: MILESTONE_OUTCOMES })
  outcome: MilestoneOutcome;
  @ApiProperty({ enum: SLA_REPLY_TYPES })
  replyType: SlaReplyType;
  /** @example "2026-01-15T09:45:00.000Z" */
  observedAt: string;
  /** @example "2026-01-15T09:45:02.120Z" */
  recordedAt: string;
  satisfied: boolean;
  @ApiProperty({ type: String, enum: [...NOT_SATISFIED_REASONS, null], nullable: true })
  notSatisfiedReason: NotSatisfiedReason | null;
}

export class RecordedMilestoneDto {
  milestone: MilestoneDto;
  /** The clock of the milestone in that episode, the newest if there are several. null if there is none. */
  clock: SlaClockDto | null;

  static from({ record, clock }: RecordedWithClock): RecordedMilestoneDto {
    return {
      milestone: {
        id: record.id,
        supportRequestId: record.supportRequestId,
        episodeNumber: record.episodeNumber,
        milestone: record.milestone,
        messageId: record.messageId,
        outcome: record.outcome,
        replyType: record.replyType,
        observedAt: record.observedAt.toISOString(),
        recordedAt: record.recordedAt.toISOString(),
        satisfied: record.satisfied,
        notSatisfiedReason: record.notSatisfiedReason,
      },
      clock: clock && clockOf(clock),
    };
  }
}

/** The policy that a clock runs by, as it was when the clock started or got its present target. */
export class ClockPolicyDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-9a2b3c4d5e6f" */
  id: string;
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  version: number;
  @ApiProperty({ type: 'integer', minimum: 1, example: 3600 })
  targetSeconds: number;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 99, example: 80 })
  warnAtPercent: number;
  @ApiProperty({ enum: WAITING_ON, isArray: true })
  pauseOn: WaitingOn[];
  calendar: WorkingCalendarDto;
}

/** Something that happened to a clock. Fields that its kind does not have are null. */
export class ClockEventDto {
  /** @example "2026-01-15T09:30:00.000Z" */
  at: string;
  /**
   * `waiting`, `active`, `ended`: transitions of the request. `answered`: a message and its outcome. `taken_back`: a message
   * that had satisfied the milestone came back. `warned`, `breached`: time passed.
   */
  @ApiProperty({ enum: CLOCK_EVENT_KINDS })
  kind: ClockEventKind;
  /** What it did to the clock. null: nothing. */
  @ApiProperty({ type: String, enum: [...CLOCK_EFFECTS, null], nullable: true })
  effect: ClockEffect | null;
  @ApiProperty({ type: String, enum: [...WAITING_ON, null], nullable: true })
  waitingOn: WaitingOn | null;
  @ApiProperty({ type: String, enum: [...DISPOSITION_CODES, null], nullable: true })
  disposition: DispositionCode | null;
  /** @example null */
  messageId: string | null;
  @ApiProperty({ type: String, enum: [...SLA_REPLY_TYPES, null], nullable: true })
  replyType: SlaReplyType | null;
  @ApiProperty({ type: String, enum: [...MILESTONE_OUTCOMES, null], nullable: true })
  outcome: MilestoneOutcome | null;
  /** Of a start and of a new target. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, example: 3600 })
  targetSeconds: number | null;

  static from(event: ClockEvent, effect: ClockEffect | null): ClockEventDto {
    return {
      at: new Date(event.at).toISOString(),
      kind: event.kind,
      effect,
      waitingOn: event.kind === 'waiting' ? event.waitingOn : null,
      disposition: event.kind === 'ended' ? event.disposition : null,
      messageId: 'messageId' in event ? event.messageId : null,
      replyType: event.kind === 'answered' ? event.replyType : null,
      outcome: event.kind === 'answered' ? event.outcome : null,
      targetSeconds: 'targetSeconds' in event ? event.targetSeconds : null,
    };
  }
}

export class ExplainedClockDto {
  clock: SlaClockDto;
  policy: ClockPolicyDto;
  /** In the order in which they were recorded. */
  events: ClockEventDto[];
  /** In order. After 5,000, one more has the seconds of all the others. */
  intervals: CountedIntervalDto[];
  /** The sum of the intervals. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 600 })
  elapsedSeconds: number;

  static from({ clock, now }: ClockNow): ExplainedClockDto {
    const {
      policyId: id,
      policyVersion: version,
      targetSeconds,
      warnAtPercent,
      pauseOn,
    } = clock.timeline.figures(now).target;
    const intervals = CountedIntervalDto.listFrom(clock.timeline.counted(now));
    return {
      clock: clockOf({ clock, now }),
      policy: {
        id,
        version,
        targetSeconds,
        warnAtPercent,
        pauseOn: [...pauseOn],
        calendar: WorkingCalendarDto.from(clock.calendar),
      },
      events: clock.all.map((event, index) => ClockEventDto.from(event, clock.timeline.effects[index] ?? null)),
      intervals,
      elapsedSeconds: intervals.reduce((sum, { seconds }) => sum + seconds, 0),
    };
  }
}

function clockOf({ clock, now }: ClockNow): SlaClockDto {
  const { status, target, runningSince, ...at } = clock.timeline.figures(now);
  const running = runningSince === null ? 0 : WorkingTime.of(clock.calendar).between(runningSince, now);
  const isDue = runningSince !== null && at.dueAt !== null && at.dueAt <= now;
  return {
    milestone: clock.milestone,
    episodeNumber: clock.key.episodeNumber,
    policyId: target.policyId,
    status,
    targetSeconds: target.targetSeconds,
    startedAt: new Date(at.startedAt).toISOString(),
    dueAt: isoOf(at.dueAt),
    pausedAt: isoOf(at.pausedAt),
    elapsedSeconds: Math.floor((at.elapsedBefore + running) / 1_000),
    satisfiedAt: isoOf(at.satisfied?.at ?? null),
    breachedAt: isoOf(at.breachedAt ?? (isDue ? at.dueAt : null)),
  };
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
