import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsUUID } from 'class-validator';
import type { Page } from '../../common/database/page';
import { FlagQuery } from '../../common/http/flag-query.decorator';
import { NextCursor, PageLimit, TextCursor } from '../../common/http/page-query';
import { Text } from '../../common/validation/field-rules';
import { Instant } from '../../common/validation/instant';
import { OneOf } from '../../common/validation/plain-fields';
import {
  CONVERSATION_CHANNELS,
  CONVERSATION_STATUSES,
  type ConversationChannel,
  type ConversationStatus,
  MESSAGE_ROLES,
  type MessageRole,
} from '../../conversations/conversation.types';
import { FOUND_KINDS, type FoundKind, type FoundText } from './message-search.types';

const AGENT_ID = '01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f';
const CONTACT_ID = '01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f';
const LABEL_ID = '01995a3e-4c1f-7d5e-9a51-1a2b3c4d5e6f';

export class SearchMessagesQuery {
  /**
   * Words that must all be in one text; the last may be the beginning of a word. `"…"` is a phrase. Case and accents do not
   * matter. 2 to 200 characters; the first 40 words count.
   * @example "refund INV-2026-0042"
   */
  @Text({ min: 2, max: 200 })
  q: string;
  @PageLimit({ fallback: 50, max: 100 })
  limit: number;
  @TextCursor()
  cursor?: string;
  /** Only conversations with this agent. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: AGENT_ID })
  @IsOptional()
  @IsUUID('loose')
  agentId?: string;
  @ApiPropertyOptional({ enum: CONVERSATION_CHANNELS })
  @OneOf(CONVERSATION_CHANNELS, { optional: true })
  channel?: ConversationChannel;
  /** Of the conversation, as it is now. */
  @ApiPropertyOptional({ enum: CONVERSATION_STATUSES })
  @OneOf(CONVERSATION_STATUSES, { optional: true })
  status?: ConversationStatus;
  /** The id of a label of the conversation. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: LABEL_ID })
  @IsOptional()
  @IsUUID('loose')
  label?: string;
  /** Only conversations with this contact. */
  @ApiPropertyOptional({ type: String, format: 'uuid', example: CONTACT_ID })
  @IsOptional()
  @IsUUID('loose')
  contactId?: string;
  /** Only messages of this role, and their files. `human`: members. */
  @ApiPropertyOptional({ enum: MESSAGE_ROLES })
  @OneOf(MESSAGE_ROLES, { optional: true })
  role?: MessageRole;
  /**
   * Only texts of this time or later.
   * @example "2026-01-01T00:00:00.000Z"
   */
  @Instant({ optional: true })
  from?: string;
  /**
   * Only texts before this time.
   * @example "2026-02-01T00:00:00.000Z"
   */
  @Instant({ optional: true })
  to?: string;
  /** Only messages and notes with files, and their files; `false`: texts without. */
  @FlagQuery()
  hasFile?: boolean;
}

/** A part of a text. */
export class SnippetPartDto {
  /** @example "0042" */
  text: string;
  /** Whether the query found this part. */
  hit: boolean;
}

/** A text with all words of the query. */
export class FoundTextDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /**
   * The id of the message or note; for a file, of the one that carries it. null: the subject of the conversation.
   * @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f"
   */
  messageId: string | null;
  /** `file`: the name of a file. */
  @ApiProperty({ enum: FOUND_KINDS })
  kind: FoundKind;
  /** Who wrote the message. null: a note, a file of one, or a subject. */
  @ApiProperty({ enum: MESSAGE_ROLES, nullable: true, example: 'customer' })
  role: MessageRole | null;
  /**
   * When it was written; for a subject, when the conversation began.
   * @example "2026-01-15T09:30:00.000Z"
   */
  at: string;
  /** The text around the first hit, on one line. */
  snippet: SnippetPartDto[];

  static from({ conversationId, messageId, kind, role, at, snippet }: FoundText): FoundTextDto {
    return {
      conversationId,
      messageId,
      kind,
      role,
      at: at.toISOString(),
      snippet: snippet.map(({ text, hit }) => ({ text, hit })),
    };
  }
}

export class FoundTextPageDto {
  /** Newest first. */
  results: FoundTextDto[];
  @NextCursor()
  nextCursor: string | null;

  static from({ rows, nextCursor }: Page<FoundText>): FoundTextPageDto {
    return { results: rows.map((text) => FoundTextDto.from(text)), nextCursor };
  }
}
