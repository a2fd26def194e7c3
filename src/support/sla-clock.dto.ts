import { ApiProperty } from '@nestjs/swagger';
import { SLA_MILESTONES, SLA_STATUSES, type SlaMilestone, type SlaStatus } from './support-request.types';

const COUNT = { type: 'integer', minimum: 0 } as const;

/** How much of the time for a milestone is used up. */
export class SlaClockDto {
  @ApiProperty({ enum: SLA_MILESTONES })
  milestone: SlaMilestone;
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  episodeNumber: number;
  /** @example "01995a3e-4c1f-7d5e-9a51-9a2b3c4d5e6f" */
  policyId: string;
  @ApiProperty({ enum: SLA_STATUSES })
  status: SlaStatus;
  /** Working seconds that the policy allows. */
  @ApiProperty({ ...COUNT, example: 3600 })
  targetSeconds: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  startedAt: string;
  /**
   * When the time is used up. null while the clock is paused, and if that is more than ten years ahead.
   * @example "2026-01-15T10:30:00.000Z"
   */
  dueAt: string | null;
  /** @example null */
  pausedAt: string | null;
  /** Whole working seconds that have passed. */
  @ApiProperty({ ...COUNT, example: 600 })
  elapsedSeconds: number;
  /** @example null */
  satisfiedAt: string | null;
  /**
   * When the time was used up, however late that was noticed.
   * @example null
   */
  breachedAt: string | null;
}
