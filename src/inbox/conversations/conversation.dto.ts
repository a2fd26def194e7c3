import { ApiProperty } from '@nestjs/swagger';
import { NextCursor } from '../../common/http/page-query';
import { excerpt } from '../../common/text/excerpt';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_HANDLERS,
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationHandler,
  type ConversationStatus,
  MESSAGE_ROLES,
  type MessageBeginning,
  type MessageRole,
} from '../../conversations/conversation.types';
import { SlaClockDto } from '../../support/sla-clock.dto';
import { LabelDto } from '../labels/label.dto';

/** Code points of a message that a list shows, at most. */
const PREVIEW_LENGTH = 160;

const REPLY_PROBLEMS = ['no_address'] as const;
type ReplyProblem = (typeof REPLY_PROBLEMS)[number];

/** The conversations with others about a conversation. */
export class SideConversationsDto {
  /** Those that are not closed. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  open: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  total: number;
}

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
  /**
   * The conversation that this one is about, with others than its customer. null: this one is with a customer.
   * @example null
   */
  parentConversationId: string | null;
  /** The conversations about this one, which `forwardConversation` begins. */
  sideConversations: SideConversationsDto;
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

/** The newest message, without those that were undone and those of blocked people. */
export class LastMessageDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
  /** `human`: a reply of a member. `system`: automatic mail. */
  @ApiProperty({ enum: MESSAGE_ROLES })
  role: MessageRole;
  /** The beginning of the text on one line. */
  @ApiProperty({ maxLength: PREVIEW_LENGTH, example: 'Do you ship to Iceland?' })
  preview: string;
  /** @example null */
  authorMemberId: string | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  static from({ id, role, beginning, authorMemberId, createdAt }: MessageBeginning): LastMessageDto {
    return { id, role, preview: excerpt(beginning, PREVIEW_LENGTH), authorMemberId, createdAt };
  }
}

export class ConversationContactDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-8a2b3c4d5e6f" */
  id: string;
  /** @example "Ann Lee" */
  name: string | null;
  /** @example "ann@example.com" */
  email: string | null;
  /**
   * Whether the customer is certainly this contact: your server or a signed token named them, or your mail server found their
   * newest email authentic.
   */
  verified: boolean;
  blocked: boolean;
}

/** A conversation as you see it. The fields after `updatedAt` are only here: events and changes do not have them. */
export class InboxConversationDto extends ConversationDto {
  /** Whether there are messages that you have not read. */
  unread: boolean;
  /** Replies that failed, bounced or may not have arrived, counted for each recipient. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  undelivered: number;
  /**
   * Since when the customer has waited for an answer of people. null if the agent answers, or the conversation is not open.
   * @example "2026-01-15T09:30:00.000Z"
   */
  unansweredSince: string | null;
  /** null if there is none. */
  lastMessage: LastMessageDto | null;
  /** null if the customer is unknown, was removed, or you cannot see the contact. */
  contact: ConversationContactDto | null;
  /** Of the live support requests, the running clock that is due first. null if none runs. */
  nextClock: SlaClockDto | null;
}

/** Where a reply goes that names no channel. */
export class ReplyToDto {
  @ApiProperty({ enum: CONVERSATION_CHANNELS })
  channel: ConversationChannel;
  /**
   * The name of the customer. null if you do not see it, or a person without a profile gets the reply.
   * @example "Ann Lee"
   */
  name: string | null;
  /**
   * The address of an email. null on the widget channel.
   * @example "ann@example.com"
   */
  address: string | null;
  /** Why a reply would be refused: the customer has no email address. null if it would not. */
  @ApiProperty({ type: String, enum: [...REPLY_PROBLEMS, null], nullable: true, example: null })
  problem: ReplyProblem | null;
}

export class FullConversationDto extends InboxConversationDto {
  replyTo: ReplyToDto;
}

export class ConversationPageDto {
  conversations: InboxConversationDto[];
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

/** The same after messages were marked as unread. */
export class ConversationUnreadDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** @example true */
  unread: boolean;
  /**
   * All later messages are unread. null if all messages are.
   * @example "2026-01-15T09:28:00.000Z"
   */
  readUpTo: string | null;
}
