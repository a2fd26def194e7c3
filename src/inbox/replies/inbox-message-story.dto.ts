import { ApiProperty } from '@nestjs/swagger';
import { replyCode } from '../../common/mail/reply-code';
import { REPLY_STATUSES, type ReplyStatus } from '../../conversations/conversation.types';
import type { DeliveryRow } from './deliveries/delivery-row';
import { DeliveryFailureDto } from './delivery-failure.dto';
import { InboxMessageDto } from './inbox-message.dto';
import type { ReplyStory } from './replies.repository';
import type { ReplyRevision } from './reply.entity';
import {
  HELD_BY,
  type HeldBy,
  RECIPIENT_KINDS,
  type RecipientKind,
  type ReplyBounce,
  type ReplyRecipient,
  type ReplySettlement,
  SETTLED_OUTCOMES,
} from './reply.types';

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

/** The copy of an email for one person. */
export class DeliveryDto {
  /** @example "ann@example.com" */
  address: string;
  /** The header that names the recipient. Only members see those in `bcc`. */
  @ApiProperty({ enum: RECIPIENT_KINDS })
  kind: RecipientKind;
  @ApiProperty({ enum: REPLY_STATUSES })
  status: ReplyStatus;
  /** Attempts to send it since a member last wrote or retried it. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 1 })
  attempts: number;
  /** Of the last attempt. null if it did not fail. */
  @ApiProperty({ type: DeliveryFailureDto, nullable: true })
  failure: DeliveryFailureDto | null;
  /** null if the email did not bounce. */
  @ApiProperty({ type: ReplyBounceDto, nullable: true })
  bounce: ReplyBounceDto | null;

  static from({
    address,
    kind,
    ...row
  }: Pick<DeliveryRow, 'status' | 'attempts' | 'failure' | 'bounce'> & ReplyRecipient): DeliveryDto {
    const { status, attempts, failure, bounce } = row;
    return {
      ...{ address, kind, status, attempts },
      failure: failure && DeliveryFailureDto.from(failure),
      bounce: bounce && ReplyBounceDto.from(bounce),
    };
  }
}

/** A message with the history of its delivery. */
export class InboxMessageStoryDto {
  message: InboxMessageDto;
  /** The address that the email goes to. null on the widget channel, or if the person was erased. */
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
  /** Why the `queued` message is not sent at its time; it can be undone meanwhile. `scan`: a file is not scanned yet. null: nothing holds it. */
  @ApiProperty({ type: String, enum: [...HELD_BY, null], nullable: true, example: null })
  heldBy: HeldBy | null;
  /** Whether the conversation is closed once the message is sent. */
  closesConversation: boolean;
  /**
   * The copies of an email, one for each recipient. The first one is that of `recipient`, and its status is that of the message. Empty
   * on the widget channel.
   */
  deliveries: DeliveryDto[];
  /** Oldest first. */
  revisions: InboxMessageRevisionDto[];

  static from(story: ReplyStory): InboxMessageStoryDto {
    const { status, envelope, attempts, failure, bounce, settledBy, awaitsFilesUntil, closeWhenSent } = story.reply;
    return {
      message: InboxMessageDto.from(story),
      recipient: envelope?.recipient || null,
      attempts,
      failure: failure && DeliveryFailureDto.from(failure),
      messageIdHeader: story.messageIdHeader,
      bounce: bounce && ReplyBounceDto.from(bounce),
      settledBy: settledBy && ReplySettlementDto.from(settledBy),
      heldBy: status === 'queued' && awaitsFilesUntil ? 'scan' : null,
      closesConversation: closeWhenSent !== null,
      deliveries: deliveriesOf(story),
      revisions: story.revisions.map((revision) => InboxMessageRevisionDto.from(revision)),
    };
  }
}

function deliveriesOf({ reply, deliveries }: ReplyStory): DeliveryDto[] {
  const { envelope, status, attempts, failure, bounce } = reply;
  if (!envelope) return [];
  const first = { address: envelope.recipient, kind: 'to' as const, status, attempts, failure, bounce };
  // The address of an erased person is gone.
  return [...(first.address === '' ? [] : [first]), ...deliveries].map((delivery) => DeliveryDto.from(delivery));
}
