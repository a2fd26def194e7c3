import { ApiProperty } from '@nestjs/swagger';
import { RequestExamples } from '../../common/operations/request-examples';
import { Text } from '../../common/validation/field-rules';
import { Flag, Ids, Nested, NestedList, OneOf, SetOf, Whole } from '../../common/validation/plain-fields';
import { ArrayMinSize } from 'class-validator';
import {
  PRIORITIES,
  type Priority,
  SLA_MILESTONES,
  type SlaMilestone,
  WAITING_ON,
  type WaitingOn,
} from '../../support/support-request.types';
import { WorkingCalendarInput } from './calendar-input.dto';

export const MOST_POLICIES = 100;
const MOST_AGENTS = 200;
/** 366 days. */
export const LONGEST_TARGET = 31_622_400;

/** The requests that a policy is for. */
export class SlaMatchInput {
  /** Only requests to these agents. Default: to any agent. */
  @Ids({ size: MOST_AGENTS, optional: true })
  agentIds?: string[];
  /** Only requests with one of these priorities. Default: with any priority. */
  @SetOf(PRIORITIES, { optional: true })
  priorities?: Priority[];
}

/** How long one milestone may take. */
export class SlaTargetInput {
  /** Each milestone once. */
  @OneOf(SLA_MILESTONES)
  milestone: SlaMilestone;
  /**
   * Working seconds. They must fit into 366 days of the calendar.
   * @example 3600
   */
  @Whole({ min: 1, max: LONGEST_TARGET })
  seconds: number;
  /** How much of the time is used up when the clock becomes `imminent`. */
  @Whole({ min: 1, max: 99, optional: true })
  warnAtPercent: number = 80;
  /** What the clock stands still for. null, the default: the policy’s `pauseOn`. */
  @SetOf(WAITING_ON, { optional: true, nullable: true })
  pauseOn: WaitingOn[] | null = null;
}

/** What a caller may leave out of a new policy as well as of a change. */
export class SlaPolicyInput {
  /** 1 is first. A number past the end means the end. Default: last. */
  @Whole({ min: 1, max: MOST_POLICIES, optional: true })
  position?: number;
  @Nested(() => SlaMatchInput, { optional: true })
  match?: SlaMatchInput;
  /**
   * What the clocks of targets without a `pauseOn` of their own stand still for. null, the default: `customer` for
   * `verified_resolution`, nothing for the others.
   */
  @SetOf(WAITING_ON, { optional: true, nullable: true })
  pauseOn?: WaitingOn[] | null;
  @Nested(() => WorkingCalendarInput, { optional: true })
  calendar?: WorkingCalendarInput;
}

export class CreateSlaPolicyInput extends SlaPolicyInput {
  /** @example "Office hours" */
  @Text({ min: 1, max: 100, line: true })
  name: string;
  @Flag({ optional: true })
  enabled: boolean = true;
  @NestedList(() => SlaTargetInput, { size: SLA_MILESTONES.length })
  @ArrayMinSize(1)
  targets: SlaTargetInput[];
}

@RequestExamples({ 'a new name': { expectedVersion: 1, name: 'Office hours' } })
export class UpdateSlaPolicyInput extends SlaPolicyInput {
  /** @example "Office hours" */
  @Text({ min: 1, max: 100, line: true, optional: true })
  name?: string;
  @Flag({ optional: true })
  enabled?: boolean;
  /** Replaces all targets. */
  @NestedList(() => SlaTargetInput, { size: SLA_MILESTONES.length, optional: true })
  @ArrayMinSize(1)
  targets?: SlaTargetInput[];
  /** The policy’s `version` as you have read it. */
  @ApiProperty({ example: 3 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}
