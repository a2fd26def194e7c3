import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { RequestExamples } from '../common/operations/request-examples';
import { LanguageTag, Text } from '../common/validation/field-rules';
import { OneOf } from '../common/validation/plain-fields';
import { CitationDto } from '../models/citation.dto';
import { For } from './copilot-input.rules';
import { COPILOT_ACTIONS, type CopilotAction } from './copilot.types';

/** `question` is for answer, `text` and `targetLanguage` are for translate. */
@RequestExamples({
  draft: { action: 'draft' },
  summarize: { action: 'summarize' },
  answer: { action: 'answer', question: 'How do I reset my password?' },
  translate: { action: 'translate', text: 'You can pay by card or by bank transfer.', targetLanguage: 'de' },
})
export class RequestCopilotInput {
  /**
   * `draft` writes a reply to the customer, `summarize` sums up the conversation with its internal notes, `answer` answers
   * your question from the agent's sources, `translate` translates your text.
   * @example "draft"
   */
  @OneOf(COPILOT_ACTIONS)
  action: CopilotAction;

  /** The text to translate. */
  @ApiProperty({ type: String, required: false, minLength: 1, maxLength: 25_000 })
  @For('translate')
  @Matches(/\S/, { message: 'must not be blank' })
  @Text({ min: 1, max: 25_000 })
  text?: string;

  /** BCP 47 language tag of the language to translate to. */
  @ApiProperty({ type: String, required: false, minLength: 2, maxLength: 64 })
  @For('translate')
  @LanguageTag({})
  targetLanguage?: string;

  /** Your question. */
  @ApiProperty({ type: String, required: false, minLength: 1, maxLength: 8_000 })
  @For('answer')
  @Matches(/\S/, { message: 'must not be blank' })
  @Text({ min: 1, max: 8_000 })
  question?: string;

  /**
   * How to write it, such as its tone. The built-in model ignores it.
   * @example "Keep it short and friendly."
   */
  @Text({ min: 1, max: 2_000, optional: true })
  instructions?: string;

  /**
   * Optional. Idempotency key of this request, in visible ASCII characters. A retry with the same key and body returns the
   * same response and spends nothing.
   * @example "suggestion-7f3a"
   */
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be visible ASCII without spaces' })
  @Text({ min: 1, max: 200, optional: true })
  requestId?: string;
}

export class CopilotSuggestionDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  suggestionId: string;
  @ApiProperty({ enum: COPILOT_ACTIONS, example: 'draft' })
  action: CopilotAction;
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /**
   * Plain text. A link that is neither cited nor yours is written so that it cannot be followed: `https[:]//a[.]example`.
   * @example "Open Settings and choose Reset password."
   */
  text: string;
  /** BCP 47 language tag of the text. null if unknown. */
  @ApiProperty({ type: String, nullable: true, example: 'en' })
  language: string | null;
  /** The passages of the agent's sources that the text relies on. Empty for summaries and translations. */
  citations: CitationDto[];
  /**
   * Whether citations support everything that the text says, a greeting and a closing aside. Always false for summaries and
   * translations.
   * @example true
   */
  grounded: boolean;
  /** Always false: nothing is sent to the customer. */
  @ApiProperty({ enum: [false], example: false })
  sent: false;
  /** Only translations cost credits: one for every 1000 characters of `text` or part thereof. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 25, example: 0 })
  creditsSpent: number;
  /** What the workspace can still spend this month. null if its plan has no limit. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, nullable: true, example: 100 })
  creditsRemaining: number | null;
  /** @example "parley-extractive" */
  model: string;
  /** The newest message that was read. The suggestion is stale if there is a newer one. null if none was read. */
  @ApiProperty({ type: String, nullable: true, example: '01995a3e-4c20-7a11-8b71-1a2b3c4d5e6f' })
  basedOnMessageId: string | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
}
