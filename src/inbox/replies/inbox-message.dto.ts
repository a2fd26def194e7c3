import { ApiProperty } from '@nestjs/swagger';
import { IsUUID } from 'class-validator';
import {
  DELIVERY_FAILURE_CLASSES,
  type DeliveryFailure,
  type DeliveryFailureClass,
} from '../../common/mail/delivery.types';
import { replyCode } from '../../common/mail/reply-code';
import { Field, Text } from '../../common/validation/field-rules';
import { Ids, Nested, OneOf, Whole } from '../../common/validation/plain-fields';
import {
  CONVERSATION_CHANNELS,
  type ConversationChannel,
  REPLY_STATUSES,
  REPLY_TYPES,
  type ReplyStatus,
  type ReplyType,
} from '../../conversations/conversation.types';
import { CloseWhenSentInput } from './close-when-sent.dto';
import { MOST_ATTACHED } from '../../files/file.types';
import type { ReplyStory, WrittenReply } from './replies.repository';
import type { ReplyRevision } from './reply.entity';
import { type ReplyBounce, type ReplySettlement, SETTLED_OUTCOMES, type SettledOutcome } from './reply.types';

export class ReplyToConversationInput {
  /**
   * 1 to 25,000 characters. Default: the text of the saved reply.
   * @example "You can pay by card or by bank transfer."
   */
  @Text({ min: 1, max: 25_000, optional: true })
  content?: string;
  /**
   * The saved reply that you used. Without `content`, its text is sent, filled in for the conversation; if one of its variables
   * has no value then, 400 `variables_missing`.
   */
  @ApiProperty({ type: String, format: 'uuid', maxLength: 36, required: false })
  @Field({ optional: true })
  @IsUUID('loose')
  savedReplyId?: string;
  /** Default: the channel of the conversation. */
  @OneOf(CONVERSATION_CHANNELS, { optional: true })
  channel?: ConversationChannel;
  /** The purpose of the message. Default: `substantive`, which answers the customer. */
  @OneOf(REPLY_TYPES, { optional: true })
  replyType?: ReplyType;
  /**
   * The newest message or note that you have read: if a customer or a member has written later, the reply is refused. Without it,
   * the reply is sent anyway.
   */
  @ApiProperty({ format: 'uuid', example: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c' })
  @Field({ optional: true })
  @IsUUID('loose')
  seenUpToMessageId?: string;
  /**
   * Ends all live support requests and closes the conversation once the message is sent. Nothing is closed if the message is
   * undone, fails or is uncertain, or if the customer writes before it is sent.
   */
  @ApiProperty({ type: () => CloseWhenSentInput, required: false, example: { disposition: 'resolved' } })
  @Nested(() => CloseWhenSentInput, { optional: true })
  closeWhenSent?: CloseWhenSentInput;
  /** Your files from `uploadInboxFile`. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];
}

export class EditInboxMessageInput {
  /**
   * 1 to 25,000 characters.
   * @example "You can pay by card, by bank transfer, or by invoice."
   */
  @Text({ min: 1, max: 25_000 })
  content: string;
  /**
   * The `lifecycleVersion` of the message that you have read.
   * @example 1
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class UndoInboxMessageInput {
  /**
   * The `lifecycleVersion` of the message that you have read.
   * @example 1
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class RetryInboxMessageInput {
  /**
   * The `lifecycleVersion` of the message that you have read.
   * @example 3
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class SettleInboxMessageInput {
  /**
   * The outcome that you found out. After `failed`, the message can be sent again.
   * @example "sent"
   */
  @OneOf(SETTLED_OUTCOMES)
  outcome: SettledOutcome;
  /**
   * The `lifecycleVersion` of the message that you have read.
   * @example 3
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
  /**
   * How you know: 1 to 1,000 characters.
   * @example "The customer says on the phone that the email arrived."
   */
  @Text({ min: 1, max: 1_000 })
  reason: string;
}

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

/** Why an attempt to send a message failed. */
export class DeliveryFailureDto {
  @ApiProperty({ enum: DELIVERY_FAILURE_CLASSES })
  class: DeliveryFailureClass;
  /** The mail server’s reply code. null if it gave none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 200, maximum: 599, example: 550 })
  smtpCode: number | null;
  /** The mail server’s enhanced status code (RFC 3463). null if it gave none. */
  @ApiProperty({ type: String, nullable: true, example: '5.1.1' })
  enhancedCode: string | null;
  /**
   * The answer of the mail server, or a sentence of the service if there was no answer.
   *
   * @example "Mailbox does not exist"
   */
  text: string;

  static from({ class: failureClass, smtpCode, enhancedCode, text }: DeliveryFailure): DeliveryFailureDto {
    return { class: failureClass, smtpCode: replyCode(smtpCode), enhancedCode, text };
  }
}

/** A report that an email was not delivered. */
export class ReplyBounceDto {
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:31:00.000Z' })
  at: string;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 200, maximum: 599, example: 550 })
  smtpCode: number | null;
  /** RFC 3463. null if the report has none. */
  @ApiProperty({ type: String, nullable: true, example: '5.1.1' })
  enhancedCode: string | null;
  /** @example "Mailbox does not exist" */
  text: string;

  static from({ at, smtpCode, enhancedCode, text }: ReplyBounce): ReplyBounceDto {
    return { at, smtpCode: replyCode(smtpCode), enhancedCode, text };
  }
}

/** How an uncertain message was settled. */
export class ReplySettlementDto {
  /** The member who settled it. null if an incoming email did. */
  @ApiProperty({ type: String, nullable: true, example: '0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b40' })
  memberId: string | null;
  @ApiProperty({ enum: [...SETTLED_OUTCOMES, 'bounced'] })
  outcome: ReplySettlement['outcome'];
  /** null if an incoming email settled it. */
  @ApiProperty({ type: String, nullable: true, example: 'The customer says on the phone that the email arrived.' })
  reason: string | null;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:45:00.000Z' })
  at: string;

  static from({ memberId, outcome, reason, at }: ReplySettlement): ReplySettlementDto {
    return { memberId, outcome, reason, at };
  }
}

/** One version of the text of a message. */
export class InboxMessageRevisionDto {
  /** 0 is the original text. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 0 })
  revision: number;
  /** @example "You can pay by card." */
  content: string;
  /** @example "0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b40" */
  authorMemberId: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' })
  createdAt: string;

  static from({ revision, content, authorMemberId, createdAt }: ReplyRevision): InboxMessageRevisionDto {
    return { revision, content, authorMemberId, createdAt: createdAt.toISOString() };
  }
}

/** A message with the history of its delivery. */
export class InboxMessageStoryDto {
  message: InboxMessageDto;
  /** The address that the email goes to. null on the widget channel. */
  @ApiProperty({ type: String, nullable: true, example: 'ann@example.com' })
  recipient: string | null;
  /** Attempts to send it since a member last wrote or retried it. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 1 })
  attempts: number;
  /** Of the last attempt. null if it did not fail. */
  @ApiProperty({ type: DeliveryFailureDto, nullable: true })
  failure: DeliveryFailureDto | null;
  /** The email’s Message-ID. null on the widget channel. */
  @ApiProperty({ type: String, nullable: true, example: '<0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c.0@example.com>' })
  messageIdHeader: string | null;
  /** null if the email did not bounce. */
  @ApiProperty({ type: ReplyBounceDto, nullable: true })
  bounce: ReplyBounceDto | null;
  /**
   * How it was last settled; after a retry, how the attempt before was. null if it was never uncertain, or is uncertain now.
   */
  @ApiProperty({ type: ReplySettlementDto, nullable: true })
  settledBy: ReplySettlementDto | null;
  /** Whether the conversation is closed once the message is sent. */
  closesConversation: boolean;
  /** Oldest first. */
  revisions: InboxMessageRevisionDto[];

  static from(story: ReplyStory): InboxMessageStoryDto {
    const { envelope, attempts, failure, bounce, settledBy, closeWhenSent } = story.reply;
    return {
      message: InboxMessageDto.from(story),
      recipient: envelope?.recipient ?? null,
      attempts,
      failure: failure && DeliveryFailureDto.from(failure),
      messageIdHeader: story.messageIdHeader,
      bounce: bounce && ReplyBounceDto.from(bounce),
      settledBy: settledBy && ReplySettlementDto.from(settledBy),
      closesConversation: closeWhenSent !== null,
      revisions: story.revisions.map((revision) => InboxMessageRevisionDto.from(revision)),
    };
  }
}
