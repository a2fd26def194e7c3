import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsUUID, Matches } from 'class-validator';
import { IdCursor, PageLimit } from '../../common/http/page-query';
import { RequestExamples } from '../../common/operations/request-examples';
import { Field, type FieldOptions, LanguageTag, Text } from '../../common/validation/field-rules';
import { Ids, OneOf, Whole } from '../../common/validation/plain-fields';
import { MOST_ATTACHED } from '../../files/file.types';
import { CONVERSATION_CHANNELS, type ConversationChannel } from '../../conversations/conversation.types';
import { SAVED_REPLY_VISIBILITIES, type SavedReplyVisibility } from './saved-reply.types';

export const LONGEST_CONTENT = 25_000;
const MOST_AGENTS = 200;
const SHORTCUT = /^[a-z0-9_-]{1,32}$/;

/** Lowercase letters, digits, hyphens and underscores. */
const Shortcut = (field: FieldOptions): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: String, maxLength: 32, pattern: SHORTCUT.source, required: false, nullable: true }),
    Matches(SHORTCUT, { message: 'must be 1 to 32 of a-z, 0-9, - and _' }),
    Field(field),
  );

export class CreateSavedReplyInput {
  /**
   * Unique among shared saved replies, or among your private ones, regardless of case.
   * @example "Refund: how long it takes"
   */
  @Text({ min: 1, max: 100, line: true })
  name: string;
  /**
   * A short name to insert the reply by. Unique like the name.
   * @example "refund-time"
   */
  @Shortcut({ optional: true, nullable: true })
  shortcut?: string | null;
  /**
   * The text, 1 to 25,000 characters. `{{contact.firstName}}` is replaced by a value, and `{{contact.firstName | there}}` by the
   * text after the bar where there is none. Write `\{{` for two braces.
   * @example "Hello {{contact.firstName | there}}, a refund takes three to five working days."
   */
  @Text({ min: 1, max: LONGEST_CONTENT })
  content: string;
  /**
   * BCP 47 language tag of the text. The times of `{{hours.next}}` are written in it.
   * @example "en"
   */
  @LanguageTag({ optional: true, nullable: true })
  language?: string | null;
  /** Only for conversations of these agents. Default: of any agent. */
  @Ids({ size: MOST_AGENTS, optional: true })
  agentIds?: string[];
  /** Your files from `uploadInboxFile`. Replies that are written with the saved reply carry them. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];
  /** `workspace`, the default: for all members. `private`: for you alone. It is deleted when you leave the workspace. */
  @OneOf(SAVED_REPLY_VISIBILITIES, { optional: true })
  visibility?: SavedReplyVisibility;
}

@RequestExamples({ 'a new name': { expectedVersion: 1, name: 'Refund: three to five days' } })
export class UpdateSavedReplyInput {
  /** @example "Refund: three to five days" */
  @Text({ min: 1, max: 100, line: true, optional: true })
  name?: string;
  /** null: no shortcut. */
  @Shortcut({ optional: true, nullable: true })
  shortcut?: string | null;
  /** @example "Hello {{contact.firstName | there}}, a refund takes five working days." */
  @Text({ min: 1, max: LONGEST_CONTENT, optional: true })
  content?: string;
  /**
   * BCP 47 language tag. null: none.
   * @example "en"
   */
  @LanguageTag({ optional: true, nullable: true })
  language?: string | null;
  /** Replaces the agents that you can see. */
  @Ids({ size: MOST_AGENTS, optional: true })
  agentIds?: string[];
  /** Replaces the files: ids of its `attachments` stay, those of your files from `uploadInboxFile` are added. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];
  /** Only the author can change it. */
  @OneOf(SAVED_REPLY_VISIBILITIES, { optional: true })
  visibility?: SavedReplyVisibility;
  /** The `version` of the saved reply that you have read. */
  @ApiProperty({ example: 1 })
  @Whole({ min: 1, max: Number.MAX_SAFE_INTEGER })
  expectedVersion: number;
}

export class ListSavedRepliesQuery {
  @PageLimit({ fallback: 50, max: 100 })
  limit: number;

  @IdCursor()
  cursor?: string;

  /**
   * Only saved replies with this text in the name, the shortcut, or the content, regardless of case.
   * @example "refund"
   */
  @Text({ min: 1, max: 200, trim: true, optional: true })
  search?: string;
}

export class RenderSavedReplyInput {
  /** A conversation that you can see, of an agent that the saved reply is for. */
  @ApiProperty({ type: String, format: 'uuid', maxLength: 36, example: '01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f' })
  @IsUUID('loose')
  conversationId: string;
  /** The channel that you will reply on: values are escaped for the widget only. Default: the channel of the conversation. */
  @OneOf(CONVERSATION_CHANNELS, { optional: true })
  channel?: ConversationChannel;
}
