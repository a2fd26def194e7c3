import { ApiProperty } from '@nestjs/swagger';
import { UtcInstant } from '../../common/validation/instant';
import { Nested, Whole } from '../../common/validation/plain-fields';
import { CountedIntervalDto } from '../counted-interval.dto';
import { WorkingCalendarInput } from './calendar-input.dto';
import type { PromisedTime } from './policy-rules';
import { LONGEST_TARGET } from './sla-policy-input.dto';

export class PreviewSlaTargetInput {
  /** As in a new policy. Default: around the clock, in the workspace’s time zone. */
  @Nested(() => WorkingCalendarInput, { optional: true })
  calendar?: WorkingCalendarInput;
  /**
   * The target in working seconds. They must fit into 366 days of the calendar.
   * @example 3600
   */
  @Whole({ min: 1, max: LONGEST_TARGET })
  seconds: number;
  /** When the clock starts, in UTC (ends in `Z`): from 1970 to 2999. */
  @ApiProperty({ example: '2026-01-16T16:30:00.000Z' })
  @UtcInstant()
  startedAt: string;
}

/** What a target comes to. */
export class SlaTargetPreviewDto {
  /** @example "2026-01-16T17:30:00.000Z" */
  dueAt: string;
  /** The working time from the start until the target is due, in order. */
  intervals: CountedIntervalDto[];

  static from({ dueAt, spans }: PromisedTime): SlaTargetPreviewDto {
    return { dueAt: new Date(dueAt).toISOString(), intervals: CountedIntervalDto.listFrom(spans) };
  }
}
