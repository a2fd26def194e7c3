import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { IdCursor, NextCursor, PageLimit } from '../../common/http/page-query';
import { VisitorBlockDto } from '../../common/text/block.dto';
import type { Block } from '../../common/text/block.types';
import {
  ANSWER_OUTCOMES,
  type AnswerOutcome,
  CONVERSATION_CHANNELS,
  type ConversationChannel,
  SENDER_RELATIONS,
  SENDER_VERDICTS,
  type SenderRelation,
  type SenderVerdict,
} from '../../conversations/conversation.types';
import { CitationDto } from '../../models/citation.dto';
import { InboxMessageDto } from '../replies/inbox-message.dto';
import { ITEM_ROLES, type ItemRole } from './message.types';
import { ScannedFileDto } from '../../files/scanned-file.dto';
import { HELD_BY, type HeldBy } from '../replies/reply.types';

const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export class ListConversationMessagesQuery {
  @PageLimit({ fallback: 50, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;
}

/** The sender of an incoming mail. */
export class MessageSenderDto {
  /** @example "Ann Lee" */
  name: string | null;
  /** @example "ann@example.com" */
  address: string;
  /** `participant`: another recipient of the contact’s mail. `external`: a third person who knows the address of the conversation. */
  @ApiProperty({ enum: SENDER_RELATIONS })
  relation: SenderRelation;
  /** Whether the sender is authentic, according to your mail server. `unknown`: it was not checked. */
  @ApiProperty({ enum: SENDER_VERDICTS })
  verified: SenderVerdict;
}

export class MessageAttachmentDto extends ScannedFileDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f" */
  id: string;
  /** @example "invoice.pdf" */
  fileName: string;
  /**
   * Detected from the content, not taken from the mail.
   * @example "application/pdf"
   */
  mediaType: string;
  @ApiProperty({ type: 'integer', minimum: 0, example: 48_213 })
  sizeBytes: number;
  /** Whether the text shows it as a picture. */
  inline: boolean;
  /**
   * SHA-256 of the bytes, in lower-case hexadecimal. null for a file of an email that arrived before hashes were kept.
   */
  @ApiProperty({ type: String, nullable: true, example: EXAMPLE_HASH })
  sha256: string | null;
  /** Whether `getInboxAttachment` shows it as an image with `preview`: PNG, JPEG, GIF or WebP. */
  previewable: boolean;
}

/** PostgreSQL makes it: MESSAGE_FIELDS in messages.sql.ts has the same fields. */
export class ConversationMessageDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
  /** `human`: a reply of a member. `system`: automatic mail. `note`: an internal note, which only members see. */
  @ApiProperty({ enum: ITEM_ROLES })
  role: ItemRole;
  /** @example "Do you ship to Iceland?" */
  content: string;
  /** null for a note. */
  @ApiProperty({ type: String, enum: [...CONVERSATION_CHANNELS, null], nullable: true, example: 'widget' })
  channel: ConversationChannel | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-2a2b3c4d5e6f" */
  authorMemberId: string | null;
  sender: MessageSenderDto | null;
  /** Whether a program wrote it, such as an out-of-office notice. */
  automatic: boolean;
  /** Where quoted text begins in `content`, in UTF-16 code units. null if it quotes nothing. */
  @ApiProperty({ type: 'integer', minimum: 0, nullable: true, example: null })
  quotedFrom: number | null;
  /** The member who forwarded the mail for its sender. null if it came from its sender. */
  @ApiProperty({ type: String, nullable: true, example: null })
  forwardedByMemberId: string | null;
  attachments: MessageAttachmentDto[];
  /** What an answer of the agent is for the customer. null for any other message, and for answers of earlier versions. */
  @ApiProperty({ type: String, enum: [...ANSWER_OUTCOMES, null], nullable: true, example: null })
  outcome: AnswerOutcome | null;
  /** The places in sources that an answer of the agent rests on. Empty for any other message. */
  citations: CitationDto[];
  /** Why a `queued` reply is not sent at its time. `scan`: a file of it is not scanned yet; it fails after an hour. null: nothing holds it. */
  @ApiProperty({ type: String, enum: [...HELD_BY, null], nullable: true, example: null })
  heldBy: HeldBy | null;
  /** The state of a reply. null for any other role. */
  message: InboxMessageDto | null;
}

/** The same in a list. Events do not have the field after `message`. */
@ApiExtraModels(VisitorBlockDto)
export class ListedMessageDto extends ConversationMessageDto {
  /**
   * The Markdown of an answer of the agent, or of a reply on the widget channel, as elements. null for any other message: its
   * text is plain.
   */
  @ApiProperty({
    type: 'array',
    nullable: true,
    items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(VisitorBlockDto) }] },
    example: [{ type: 'p', children: ['Open Settings.'] }],
  })
  blocks: readonly Block[] | null;
}

export class ConversationMessagePageDto {
  messages: ListedMessageDto[];
  @NextCursor('uuid')
  nextCursor: string | null;
}
