import { ApiProperty } from '@nestjs/swagger';
import { canAccessAgent, type WorkspaceScope } from '../../common/request/principal';
import { WEEKDAYS, type WorkingCalendar, type WorkingInterval } from '../../common/time/working-calendar.types';
import {
  PRIORITIES,
  type Priority,
  SLA_MILESTONES,
  type SlaMilestone,
  WAITING_ON,
  type WaitingOn,
} from '../../support/support-request.types';
import type { SlaPolicy } from './sla-policy.entity';

/** A part of a day, its end excluded. */
export class WorkingIntervalDto {
  /** @example "09:00" */
  from: string;
  /** @example "17:30" */
  to: string;

  static from({ from, to }: WorkingInterval): WorkingIntervalDto {
    return { from, to };
  }
}

/** The intervals of each day, in order. */
export class WeeklyHoursDto {
  monday: WorkingIntervalDto[];
  tuesday: WorkingIntervalDto[];
  wednesday: WorkingIntervalDto[];
  thursday: WorkingIntervalDto[];
  friday: WorkingIntervalDto[];
  saturday: WorkingIntervalDto[];
  sunday: WorkingIntervalDto[];

  static from(weekly: WorkingCalendar['weekly']): WeeklyHoursDto {
    const days = WEEKDAYS.map((day) => [day, weekly[day].map((interval) => WorkingIntervalDto.from(interval))]);
    return Object.fromEntries(days) as WeeklyHoursDto;
  }
}

/** What replaces the intervals of a day's weekday. */
export class CalendarExceptionDto {
  /** @example "2026-12-25" */
  date: string;
  /** Empty on a holiday. */
  intervals: WorkingIntervalDto[];
}

/** When the workspace works. */
export class WorkingCalendarDto {
  /**
   * IANA time zone name.
   * @example "Europe/London"
   */
  timezone: string;
  weekly: WeeklyHoursDto;
  /** By date. */
  exceptions: CalendarExceptionDto[];

  static from({ timezone, weekly, exceptions }: WorkingCalendar): WorkingCalendarDto {
    return {
      timezone,
      weekly: WeeklyHoursDto.from(weekly),
      exceptions: exceptions.map(({ date, intervals }) => ({
        date,
        intervals: intervals.map((interval) => WorkingIntervalDto.from(interval)),
      })),
    };
  }
}

/** The requests that a policy is for. */
export class SlaMatchDto {
  /** Empty: requests to any agent. A restricted member sees only their own agents here. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, example: [] })
  agentIds: string[];
  /** Empty: requests with any priority. */
  @ApiProperty({ enum: PRIORITIES, isArray: true })
  priorities: Priority[];
}

/** How long one milestone may take. */
export class SlaTargetDto {
  @ApiProperty({ enum: SLA_MILESTONES })
  milestone: SlaMilestone;
  /** Working seconds. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 3600 })
  seconds: number;
  /** How much of the time is used up when the clock becomes `imminent`. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 99, example: 80 })
  warnAtPercent: number;
  /** What the clock stands still for. null: the policy’s `pauseOn`. */
  @ApiProperty({ enum: WAITING_ON, isArray: true, nullable: true })
  pauseOn: WaitingOn[] | null;
}

/** What a workspace promises its customers, and for which of their requests. */
export class SlaPolicyDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-9a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "Office hours" */
  name: string;
  /** 1 is first. The first enabled policy that matches a request is the one that holds. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  position: number;
  enabled: boolean;
  match: SlaMatchDto;
  targets: SlaTargetDto[];
  calendar: WorkingCalendarDto;
  /**
   * What the clocks of targets without a `pauseOn` of their own stand still for. null: `customer` for `verified_resolution`,
   * nothing for the others.
   */
  @ApiProperty({ enum: WAITING_ON, isArray: true, nullable: true })
  pauseOn: WaitingOn[] | null;
  /** Rises with every change, unless only other policies move this one. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  version: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  updatedAt: string;

  static from(policy: SlaPolicy, reader: WorkspaceScope): SlaPolicyDto {
    return {
      id: policy.id,
      workspaceId: policy.workspaceId,
      name: policy.name,
      position: policy.position,
      enabled: policy.enabled,
      match: {
        agentIds: policy.agentIds.filter((id) => canAccessAgent(reader, id)),
        priorities: policy.priorities,
      },
      targets: policy.targets.map(({ milestone, seconds, warnAtPercent, pauseOn }) => ({
        milestone,
        seconds,
        warnAtPercent,
        pauseOn,
      })),
      calendar: WorkingCalendarDto.from(policy.calendar),
      pauseOn: policy.pauseOn,
      version: policy.version,
      createdAt: policy.createdAt.toISOString(),
      updatedAt: policy.updatedAt.toISOString(),
    };
  }
}

export class SlaPolicyListDto {
  /** By position, at most 100. */
  slaPolicies: SlaPolicyDto[];

  static from(policies: readonly SlaPolicy[], reader: WorkspaceScope): SlaPolicyListDto {
    return { slaPolicies: policies.map((policy) => SlaPolicyDto.from(policy, reader)) };
  }
}
