import { ApiProperty } from '@nestjs/swagger';
import { NextCursor } from '../common/http/page-query';
import type { ChangedRequest } from './request-changes.service';
import { SlaClockDto } from './sla-clock.dto';
import {
  DISPOSITION_CODES,
  type DispositionCode,
  PRIORITIES,
  type Priority,
  REQUEST_STATES,
  type RequestState,
  TRANSITION_KINDS,
  type TransitionKind,
  WAITING_ON,
  type WaitingOn,
} from './support-request.types';

/** How a support request ended. */
export class DispositionDto {
  @ApiProperty({ enum: DISPOSITION_CODES })
  code: DispositionCode;
  /** @example "Sent the new invoice." */
  note: string | null;
  /** @example "2026-01-15T10:05:00.000Z" */
  at: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f" */
  memberId: string | null;
}

/** Work for people that a conversation asks for. */
export class SupportRequestDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  contactId: string | null;
  /** @example "I want to talk to a human, please." */
  subject: string | null;
  @ApiProperty({ enum: REQUEST_STATES })
  state: RequestState;
  @ApiProperty({ enum: PRIORITIES })
  priority: Priority;
  /** @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f" */
  assigneeMemberId: string | null;
  /** Rises each time the request is reopened. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  episodeNumber: number;
  @ApiProperty({ type: String, enum: [...WAITING_ON, null], nullable: true })
  waitingOn: WaitingOn | null;
  /** @example null */
  resumeAt: string | null;
  /** null while the request is live. */
  disposition: DispositionDto | null;
  /**
   * Of this episode.
   * @example "2026-01-15T09:30:00.000Z"
   */
  openedAt: string;
  /**
   * When the last transition occurred.
   * @example "2026-01-15T09:30:00.000Z"
   */
  stateSince: string;
  /** @example null */
  endedAt: string | null;
  /** Of each milestone of the policy the newest clock of this episode. */
  sla: SlaClockDto[];
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  version: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  updatedAt: string;
}

export class SupportRequestPageDto {
  supportRequests: SupportRequestDto[];
  @NextCursor()
  nextCursor: string | null;
}

export class LiveSupportRequestsDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** Oldest first. */
  supportRequests: SupportRequestDto[];
  /** Whether no support request keeps the conversation from being closed. */
  canClose: boolean;

  static from(conversationId: string, supportRequests: SupportRequestDto[]): LiveSupportRequestsDto {
    return { conversationId, supportRequests, canClose: supportRequests.length === 0 };
  }
}

/** A step from one state to another. */
export class TransitionDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-9b2b3c4d5e6f" */
  id: string;
  @ApiProperty({ enum: TRANSITION_KINDS })
  kind: TransitionKind;
  @ApiProperty({ enum: REQUEST_STATES })
  fromState: RequestState;
  @ApiProperty({ enum: REQUEST_STATES })
  toState: RequestState;
  @ApiProperty({ minLength: 1, example: 'I am looking into it.' })
  reason: string;
  /** @example "2026-01-15T09:31:00.000Z" */
  occurredAt: string;
  /** @example "2026-01-15T09:31:02.120Z" */
  recordedAt: string;
  /**
   * null: the service itself.
   * @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f"
   */
  actorMemberId: string | null;
  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  versionAfter: number;
}

export class TransitionedRequestDto {
  supportRequest: SupportRequestDto;
  transition: TransitionDto;

  static from({ entry }: ChangedRequest, supportRequest: SupportRequestDto): TransitionedRequestDto {
    return {
      supportRequest,
      transition: {
        id: entry.id,
        kind: entry.kind as TransitionKind,
        fromState: entry.fromState ?? entry.toState,
        toState: entry.toState,
        reason: entry.reason,
        occurredAt: entry.occurredAt.toISOString(),
        recordedAt: entry.recordedAt.toISOString(),
        actorMemberId: entry.actorMemberId,
        versionAfter: entry.version,
      },
    };
  }
}
