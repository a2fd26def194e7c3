import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsLocale, IsUUID, Matches } from 'class-validator';
import { MessageWithFiles } from '../common/validation/message-with-files';
import { RequestExamples } from '../common/operations/request-examples';
import { EmailAddress } from '../common/mail/email-address';
import { Field, Text } from '../common/validation/field-rules';
import { Ids, Nested } from '../common/validation/plain-fields';
import { MOST_ATTACHED } from '../files/file.types';
import { FALLBACK_REASONS, type FallbackReason } from '../models/answer-model.port';
import { CitationDto } from '../models/citation.dto';
import { OUTCOMES, type Outcome } from './chat-turn.entity';

/** The customer, as the calling site knows them: the contact with the externalId, which is made where there is none. */
export class ChatUserInput {
  /**
   * Your own identifier for the customer.
   * @example "customer-1042"
   */
  @Text({ min: 1, max: 128 })
  externalId: string;

  /** @example "Ann Lee" */
  @Text({ min: 1, max: 255, line: true, optional: true })
  name?: string;

  /** Stored in lowercase. */
  @EmailAddress()
  @ApiProperty({ type: String, format: 'email', required: false, example: 'ann@example.com' })
  @Field({ optional: true })
  email?: string;
}

@RequestExamples({ 'a question': { message: 'How do I reset my password?' } })
export class SendChatTurnInput {
  /**
   * The customer's message. Can be empty or absent with `attachmentIds`.
   * @example "How do I reset my password?"
   */
  @MessageWithFiles()
  @Matches(/\S/, { message: 'must not be blank' })
  @Text({ min: 1, max: 8000, optional: true })
  message?: string;

  /** Up to 10 files that you have uploaded with `uploadChatFile`. No model reads them. */
  @Ids({ size: MOST_ATTACHED, optional: true })
  attachmentIds?: string[];

  /**
   * The conversation to continue. Default: a new conversation.
   * @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f"
   */
  @Field({ optional: true })
  @IsUUID('loose')
  conversationId?: string;

  /**
   * Optional. Idempotency key of this turn, in visible ASCII characters. A retry with the same key and body returns the
   * same response.
   * @example "turn-7f3a"
   */
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be visible ASCII without spaces' })
  @Text({ min: 1, max: 200, optional: true })
  requestId?: string;

  @Nested(() => ChatUserInput, { optional: true })
  user?: ChatUserInput;

  /**
   * BCP 47 language tag of the customer. Used for the messages that say that there is no answer or that a person takes
   * over. Default: the language of the message as far as its words tell it, else the widget's, or else English.
   * @example "en-GB"
   */
  @IsLocale({ message: 'must be a BCP 47 language tag' })
  @Text({ max: 35, optional: true })
  locale?: string;

  /**
   * Whether the answer comes as server-sent events while it is written. Default: true if `Accept` prefers
   * `text/event-stream`, or else false.
   * @example false
   */
  @Field({ optional: true })
  @IsBoolean()
  stream?: boolean;
}

export class ChatMessageDto {
  /** @example "01995a3e-4c20-7a11-8b71-1a2b3c4d5e6f" */
  id: string;
  @ApiProperty({ enum: ['agent'], example: 'agent' })
  role: 'agent';
  /** @example "Open Settings and choose Reset password." */
  content: string;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
}

export class ChatSuggestionDto {
  /**
   * The headings of the section, outermost first, with ` > ` between them, or the name of the source.
   * @example "Passwords > Resetting"
   */
  title: string;
  /** The source’s page, with `#` and the anchor of the section where it has one. null for a source without an address. */
  @ApiProperty({ type: String, nullable: true, example: 'https://help.example.com/passwords#resetting' })
  url: string | null;
  /** @example "01995a3e-4c1f-7d5e-9a51-4a2b3c4d5e6f" */
  sourceId: string;
}

export class ChatUsageDto {
  /** @example 412 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 2_147_483_647 })
  inputTokens: number;
  /** @example 9 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 2_147_483_647 })
  outputTokens: number;
}

/** Why the built-in model answered in place of the agent’s. */
export class ChatFallbackDto {
  /**
   * The model that should have answered.
   * @example "gpt-4o-mini"
   */
  from: string;
  /** `paused`: the server was not asked, as it failed repeatedly, or wants to be left alone for a while. */
  @ApiProperty({ enum: FALLBACK_REASONS, example: 'timed_out' })
  reason: FallbackReason;
}

export class ChatTurnDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-5a2b3c4d5e6f" */
  turnId: string;
  @ApiProperty({ type: String, nullable: true, example: 'turn-7f3a' })
  requestId: string | null;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f" */
  agentId: string;
  /** The agent's message. null while a person is handling the conversation. */
  @ApiProperty({ type: ChatMessageDto, nullable: true })
  message: ChatMessageDto | null;
  /** The passages of the sources that the answer quotes. Empty unless the outcome is `answered`. */
  citations: CitationDto[];
  /** Up to three sections that are close to the question, to be offered as “Did you mean …”. Empty unless the outcome is `no_answer`. */
  suggestions: ChatSuggestionDto[];
  @ApiProperty({ enum: OUTCOMES, example: 'answered' })
  outcome: Outcome;
  /** The support request of the conversation. null unless it was handed off, and for a blocked contact. */
  @ApiProperty({ type: String, nullable: true, example: null })
  supportRequestId: string | null;
  usage: ChatUsageDto;
  /** @example "parley-extractive" */
  model: string;
  /**
   * null unless the model server of the agent’s model failed and the built-in model answered. Then `content` may begin with
   * what the server had said by then.
   */
  @ApiProperty({ type: ChatFallbackDto, nullable: true })
  fallback: ChatFallbackDto | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
}
