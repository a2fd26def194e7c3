import { ApiProperty } from '@nestjs/swagger';
import type { SupportRequest } from './support-request.entity';
import {
  DISPOSITION_CODES,
  type DispositionCode,
  PRIORITIES,
  type Priority,
  REQUEST_STATES,
  type RequestState,
  SLA_MILESTONES,
  SLA_STATUSES,
  type SlaMilestone,
  type SlaStatus,
  WAITING_ON,
  type WaitingOn,
} from './support-request.types';

const COUNT = { type: 'integer', minimum: 0 } as const;

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
  /** Working seconds allowed. */
  @ApiProperty({ ...COUNT, example: 3600 })
  targetSeconds: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  startedAt: string;
  /** @example "2026-01-15T10:30:00.000Z" */
  dueAt: string | null;
  /** @example null */
  pausedAt: string | null;
  /** Working seconds used up. */
  @ApiProperty({ ...COUNT, example: 600 })
  elapsedSeconds: number;
  /** @example null */
  satisfiedAt: string | null;
  /** @example null */
  breachedAt: string | null;
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
  /** @example "2026-01-15T09:30:00.000Z" */
  openedAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  stateSince: string;
  /** @example null */
  endedAt: string | null;
  sla: SlaClockDto[];
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  version: number;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  updatedAt: string;

  /** Of a conversation with this contact. */
  static from(request: SupportRequest, contactId: string | null): SupportRequestDto {
    return {
      id: request.id,
      workspaceId: request.workspaceId,
      conversationId: request.conversationId,
      agentId: request.agentId,
      contactId,
      subject: request.subject,
      state: request.state,
      priority: request.priority,
      assigneeMemberId: null,
      episodeNumber: request.episodeNumber,
      waitingOn: null,
      resumeAt: null,
      disposition: null,
      openedAt: request.openedAt.toISOString(),
      stateSince: request.stateSince.toISOString(),
      endedAt: request.endedAt?.toISOString() ?? null,
      sla: [],
      version: request.version,
      createdAt: request.createdAt.toISOString(),
      updatedAt: request.updatedAt.toISOString(),
    };
  }
}

export class LiveSupportRequestsDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** Oldest first. */
  supportRequests: SupportRequestDto[];
  /** Whether no support request keeps the conversation from being closed. */
  canClose: boolean;

  static from({ conversationId, contactId, requests }: LiveRequests): LiveSupportRequestsDto {
    return {
      conversationId,
      supportRequests: requests.map((request) => SupportRequestDto.from(request, contactId)),
      canClose: requests.length === 0,
    };
  }
}

/** The live support requests of one conversation. */
export interface LiveRequests {
  conversationId: string;
  contactId: string | null;
  requests: readonly SupportRequest[];
}
