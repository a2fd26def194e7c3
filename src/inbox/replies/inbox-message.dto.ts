import { ApiProperty } from '@nestjs/swagger';
import {
  CONVERSATION_CHANNELS,
  type ConversationChannel,
  REPLY_STATUSES,
  type ReplyStatus,
} from '../../conversations/conversation.types';
import type { WrittenReply } from './replies.repository';

/** A message that a member has written to a customer. */
export class InboxMessageDto {
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c" */
  id: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3d" */
  workspaceId: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3e" */
  conversationId: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3f" */
  agentId: string;
  @ApiProperty({ enum: ['human'] })
  role: 'human';
  /** @example "You can pay by card or by bank transfer." */
  content: string;
  @ApiProperty({ enum: CONVERSATION_CHANNELS })
  channel: ConversationChannel;
  /**
   * `queued`: it can still be undone. `uncertain`: the mail server received the email and never answered; the service sends it
   * again only after a member settles it as `failed`.
   */
  @ApiProperty({ enum: REPLY_STATUSES })
  lifecycleStatus: ReplyStatus;
  /** Goes up with every change. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 1 })
  lifecycleVersion: number;
  /** Number of edits of the text. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 0 })
  revisionCount: number;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b40" */
  authorMemberId: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  createdAt: string;
  /** When it is sent, or sent again after a mail server has deferred it. */
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:10.000Z' })
  dispatchAfterAt: string;
  /** Until when it can be undone while it is `queued`. */
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:10.000Z' })
  undoDeadlineAt: string;
  /** null if it was not sent, or if that is uncertain. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sentAt: string | null;

  static from({ reply, message }: WrittenReply): InboxMessageDto {
    const dispatchAfterAt = reply.dispatchAfterAt.toISOString();
    return {
      id: message.id,
      workspaceId: message.workspaceId,
      conversationId: message.conversationId,
      agentId: reply.agentId,
      role: 'human',
      content: message.content,
      channel: reply.channel,
      lifecycleStatus: reply.status,
      lifecycleVersion: reply.version,
      revisionCount: reply.revisionCount,
      authorMemberId: message.authorMemberId ?? '',
      createdAt: message.createdAt.toISOString(),
      dispatchAfterAt,
      undoDeadlineAt: dispatchAfterAt,
      sentAt: reply.sentAt?.toISOString() ?? null,
    };
  }
}
