import { ApiProperty } from '@nestjs/swagger';
import { NextCursor } from '../common/http/page-query';
import type { HistoryEntry } from './history-entry.entity';
import {
  DISPOSITION_CODES,
  type DispositionCode,
  HISTORY_KINDS,
  type HistoryKind,
  PRIORITIES,
  type Priority,
  REQUEST_STATES,
  type RequestState,
  WAITING_ON,
  type WaitingOn,
} from './support-request.types';

export class HistoryDispositionDto {
  @ApiProperty({ enum: DISPOSITION_CODES })
  code: DispositionCode;
  /** @example "Sent the new invoice." */
  note: string | null;
}

/** New values; what is absent was not changed. */
export class RequestChangesDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f" */
  @ApiProperty({ type: String, nullable: true, required: false, example: '01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f' })
  assigneeMemberId?: string | null;
  @ApiProperty({ type: String, nullable: true, required: false, example: 'A refund for order 1042' })
  subject?: string | null;
  @ApiProperty({ enum: PRIORITIES, required: false })
  priority?: Priority;
}

/** Something that was done about a support request. Fields that its kind does not have are null. */
export class HistoryEntryDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-9b2b3c4d5e6f" */
  id: string;
  /** A transition, or `open` for the beginning, or `update` for a change of what the request says. */
  @ApiProperty({ enum: HISTORY_KINDS })
  kind: HistoryKind;
  @ApiProperty({ type: String, enum: [...REQUEST_STATES, null], nullable: true })
  fromState: RequestState | null;
  @ApiProperty({ enum: REQUEST_STATES })
  toState: RequestState;
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  episodeNumber: number;
  /** @example "I am looking into it." */
  reason: string | null;
  /** @example "2026-01-15T09:31:00.000Z" */
  occurredAt: string;
  /** @example "2026-01-15T09:31:02.120Z" */
  recordedAt: string;
  /**
   * null: the service itself, or the customer.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  actorMemberId: string | null;
  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  versionAfter: number;
  /** What the request waits for from then on. */
  @ApiProperty({ type: String, enum: [...WAITING_ON, null], nullable: true })
  waitingOn: WaitingOn | null;
  /** @example null */
  resumeAt: string | null;
  /** How the episode ended. */
  disposition: HistoryDispositionDto | null;
  /** What was changed beside the state. */
  changes: RequestChangesDto;

  static from(entry: HistoryEntry): HistoryEntryDto {
    const { waitingOn = null, resumeAt = null, disposition = null, ...changes } = entry.details;
    return {
      id: entry.id,
      kind: entry.kind,
      fromState: entry.fromState,
      toState: entry.toState,
      episodeNumber: entry.episodeNumber,
      reason: entry.reason,
      occurredAt: entry.occurredAt.toISOString(),
      recordedAt: entry.recordedAt.toISOString(),
      actorMemberId: entry.actorMemberId,
      versionAfter: entry.version,
      waitingOn,
      resumeAt,
      disposition,
      changes,
    };
  }
}

export class HistoryPageDto {
  /** Oldest first. */
  entries: HistoryEntryDto[];
  @NextCursor()
  nextCursor: string | null;
}
