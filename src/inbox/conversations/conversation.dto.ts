import { ApiProperty } from '@nestjs/swagger';
import { NextCursor } from '../../common/http/page-query';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_HANDLERS,
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationHandler,
  type ConversationStatus,
} from '../../conversations/conversation.types';
import { LabelDto } from '../labels/label.dto';

/** PostgreSQL makes it: CONVERSATION_FIELDS in inbox-conversations.sql.ts has the same fields. */
export class ConversationDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  id: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f" */
  workspaceId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  /**
   * The customer. Stays when the contact is removed. null if the customer is unknown.
   * @example "01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f"
   */
  contactId: string | null;
  @ApiProperty({ enum: CONVERSATION_CHANNELS })
  channel: ConversationChannel;
  /** @example "Do you ship to Iceland?" */
  subject: string | null;
  /** `waiting`: for the customer. A message of the customer opens a conversation that waits or is closed. */
  @ApiProperty({ enum: CONVERSATION_STATUSES })
  status: ConversationStatus;
  /** Who answers the customer. */
  @ApiProperty({ enum: CONVERSATION_HANDLERS })
  handler: ConversationHandler;
  /** @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f" */
  assigneeMemberId: string | null;
  /** The labels that the workspace of the conversation has added, by name. */
  labels: LabelDto[];
  /** @example "2026-01-15T09:30:00.000Z" */
  lastMessageAt: string;
  /** Support requests without a disposition. The conversation cannot be closed while there are any. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  liveSupportRequestCount: number;
  /** @example null */
  closedAt: string | null;
  /** Goes up with every change. Send it as `expectedVersion` of a change. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  version: number;
  /** @example "2026-01-15T09:28:12.345Z" */
  createdAt: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  updatedAt: string;
}

export class ConversationPageDto {
  conversations: ConversationDto[];
  @NextCursor()
  nextCursor: string | null;
}

/** How far the calling member has read. Apart from ConversationDto, which is the same for all members. */
export class ConversationReadDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** Whether there are messages that you have not read. */
  unread: boolean;
  /**
   * The time of the newest message that you have read.
   * @example "2026-01-15T09:30:00.000Z"
   */
  readUpTo: string;
}
