import type { RankedPassage } from '../knowledge/retrieval/passage.types';

export interface HistoryMessage {
  readonly role: 'customer' | 'agent';
  readonly content: string;
}

export interface AnswerInput {
  /** The model that the agent names. */
  readonly model: string;
  /** 0 to 2; what an adapter without randomness ignores. */
  readonly temperature: number;
  readonly question: string;
  /** Earlier messages of the conversation, oldest first. */
  readonly history: readonly HistoryMessage[];
  /** What was found for the question, best first. A fact in the answer comes from these alone. */
  readonly passages: readonly RankedPassage[];
  /** BCP 47; absent where unknown. */
  readonly locale?: string;
  /** The agent's own instructions; empty where there are none. */
  readonly systemPrompt: string;
}

export interface ModelCitation {
  /** Index into {@link AnswerInput.passages}. */
  readonly passageIndex: number;
  /** UTF-16 offsets into the stored text of the passage's source. */
  readonly start: number;
  readonly end: number;
  /** The source's text between the offsets, unchanged. */
  readonly quote: string;
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type ModelAnswer =
  | {
      readonly kind: 'answered';
      /** The model that answered, as the chat turn reports it. */
      readonly model: string;
      readonly content: string;
      readonly citations: readonly ModelCitation[];
      readonly usage: TokenUsage;
    }
  | { readonly kind: 'no_answer'; readonly model: string; readonly usage: TokenUsage };

/** Whatever writes answers. An adapter throws when it cannot be reached; `no_answer` means that evidence is missing. */
export abstract class AnswerModel {
  abstract answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer>;
}
