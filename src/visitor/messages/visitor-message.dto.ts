import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { IsUUID, Matches } from 'class-validator';
import { IntegerQuery } from '../../common/http/integer-query.decorator';
import { PageLimit } from '../../common/http/page-query';
import { RequestExamples } from '../../common/operations/request-examples';
import { Field, LanguageTag, Text } from '../../common/validation/field-rules';
import { VisitorBlockDto } from '../../common/text/block.dto';
import type { Block } from '../../common/text/block.types';
import { MessageWithFiles } from '../../common/validation/message-with-files';
import { Flag, Ids } from '../../common/validation/plain-fields';
import { ScannedFileDto } from '../../files/scanned-file.dto';
import { MOST_ATTACHED } from '../../files/file.types';
import type { TurnForVisitor, VisitorMessageView } from './visitor-message.types';

@RequestExamples({ 'a question': { message: 'How do I reset my password?', requestId: 'm-7f3a' } })
export class SendVisitorMessageInput {
  /**
   * Can be empty or absent with `attachmentIds`.
   * @example "How do I reset my password?"
   */
  @MessageWithFiles()
  @Matches(/\S/, { message: 'must not be blank' })
  @Text({ min: 1, max: 4_000, optional: true })
  message?: string;
  /** Up to 10 files that this session has uploaded with `uploadVisitorFile`. No model reads them. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];
  /**
   * Idempotency key of this message, in visible ASCII characters. A retry with the same key and body returns the same
   * response, and sends nothing a second time.
   * @example "m-7f3a"
   */
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be visible ASCII without spaces' })
  @Text({ min: 1, max: 200 })
  requestId: string;
  /**
   * The conversation to continue. Default: a new conversation.
   * @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f"
   */
  @Field({ optional: true })
  @IsUUID('loose')
  conversationId?: string;
  /**
   * The page that the visitor is on; members see it.
   * @example "https://shop.example/cart"
   */
  @Matches(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s]+$/, {
    message: 'must be an absolute URL that begins with https:// or http://',
  })
  @Text({ min: 8, max: 2_000, optional: true })
  pageUrl?: string;
  /**
   * BCP 47 language tag of the visitor.
   * @example "en-GB"
   */
  @LanguageTag({ optional: true })
  locale?: string;
  /**
   * With what the visitor said aloud: the text that they accepted before they spoke, as your page showed it. Its SHA-256 and
   * the time are kept with the conversation; the text is not.
   * @example "This conversation is with an automated agent."
   */
  @Text({ min: 1, max: 4_000, optional: true })
  voiceConsent?: string;
}

export class ListVisitorMessagesQuery {
  /** The `seq` of the last message that you have. Default: from the beginning. */
  @IntegerQuery({ fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER })
  after: number;

  @PageLimit({ fallback: 50, max: 100 })
  limit: number;
}

export class MarkVisitorReadInput {
  /**
   * The last message that the visitor has seen.
   * @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f"
   */
  @IsUUID('loose')
  messageId: string;
}

export class VisitorReadDto {
  /** Messages that are still unread. */
  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  unreadCount: number;
}

export class SetVisitorTypingInput {
  /** Whether the visitor is writing. Send it again every few seconds while they are. */
  @Flag()
  typing: boolean;
}

export class VisitorTypingDto {
  /** @example true */
  typing: boolean;
}

export class VisitorCitationDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  index: number;
  /** @example "Passwords" */
  title: string;
  /** @example "https://help.example.com/passwords" */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
  /** @example "open Settings and choose Reset password" */
  quote: string;
}

/** A section of a source that may be what a question without an answer was about. */
export class VisitorSuggestionDto {
  /** @example "Reset your password" */
  title: string;
  /** @example "https://help.example.com/passwords#reset" */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
}

/** A file of a message. */
export class VisitorAttachmentDto extends ScannedFileDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-3a2b3c4d5e6f" */
  id: string;
  /** @example "manual.pdf" */
  fileName: string;
  /**
   * Detected from the content.
   * @example "application/pdf"
   */
  mediaType: string;
  @ApiProperty({ type: 'integer', minimum: 0, example: 48_213 })
  sizeBytes: number;
  /**
   * SHA-256 of the bytes, in lower-case hexadecimal.
   * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
   */
  sha256: string;
  /** Whether `getVisitorAttachment` shows it as an image with `preview`: PNG, JPEG, GIF or WebP. */
  previewable: boolean;
}

@ApiExtraModels(VisitorBlockDto)
export class VisitorMessageDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  id: string;
  /** Its place in the conversation. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  seq: number;
  @ApiProperty({ enum: ['visitor', 'agent', 'person'], example: 'agent' })
  from: 'visitor' | 'agent' | 'person';
  /** Of a person. */
  @ApiProperty({ type: String, nullable: true, example: null })
  authorName: string | null;
  /** As it was written: text by visitors and in emails, Markdown by agents and by people in the chat. */
  content: string;
  /**
   * The same as elements, for agents and people. Line breaks in its texts count. Empty for what visitors write: that is plain
   * text. An email of a person is one text, as is a message with more than some hundred elements. A list whose items have the same
   * named fields is a table.
   */
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { $ref: getSchemaPath(VisitorBlockDto) }] },
    example: [{ type: 'p', children: ['Open Settings.'] }],
  })
  blocks: readonly Block[];
  citations: VisitorCitationDto[];
  /**
   * Of an agent’s message without an answer: the sections that come close to the question, best first; three at most. Offer
   * them, and a person, until the next message. null for every other message.
   */
  @ApiProperty({ type: [VisitorSuggestionDto], nullable: true, example: null })
  suggestions: VisitorSuggestionDto[] | null;
  /** Download them with `getVisitorAttachment`. */
  attachments: VisitorAttachmentDto[];
  /** Whether a person has changed it since it was sent. */
  edited: boolean;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  static from({ createdAt, ...message }: VisitorMessageView): VisitorMessageDto {
    return { ...message, createdAt: createdAt.toISOString() };
  }
}

export class VisitorMessageListDto {
  /** In their order. */
  messages: VisitorMessageDto[];
  /** `after` for the next page. null: there is no more. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 1, example: null })
  nextCursor: number | null;
}

export class VisitorTurnDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f" */
  turnId: string;
  /** @example "m-7f3a" */
  requestId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** The agent's answer. null while a person is handling the conversation. */
  @ApiProperty({ type: VisitorMessageDto, nullable: true })
  message: VisitorMessageDto | null;
  citations: VisitorCitationDto[];
  @ApiProperty({ enum: ['answered', 'no_answer', 'handed_off', 'human_active'], example: 'answered' })
  outcome: 'answered' | 'no_answer' | 'handed_off' | 'human_active';
  /** With `no_answer`: what comes close, best first; three at most. */
  suggestions: VisitorSuggestionDto[];
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;

  static from({ message, ...turn }: TurnForVisitor): VisitorTurnDto {
    return { ...turn, message: message && VisitorMessageDto.from(message) };
  }
}
