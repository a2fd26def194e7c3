import { DomainError } from '../common/errors/domain-error';
import type { RankedPassage } from '../retrieval/passage.types';

export interface HistoryMessage {
  readonly role: 'customer' | 'agent';
  readonly content: string;
}

export interface AnswerInput {
  readonly workspaceId: string;
  readonly agentId: string;
  /** The model that the agent names. */
  readonly model: string;
  /** 0 to 2. Adapters without randomness ignore it. */
  readonly temperature: number;
  readonly question: string;
  /** Earlier messages of the conversation, oldest first. */
  readonly history: readonly HistoryMessage[];
  /** The search results for the question, best first. All facts in the answer must come from them. */
  readonly passages: readonly RankedPassage[];
  /** BCP 47. Absent if unknown. */
  readonly locale?: string;
  /** The agent's instructions. Empty without any. */
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

/** A supported part of an answer. It stays valid even if the rest of the answer fails. */
export interface AnswerPart {
  /** Text to append to the parts before it. */
  readonly text: string;
  /** Citations that no part before it has. */
  readonly citations: readonly ModelCitation[];
}

/**
 * Why a model server gave no answer, for operators. `paused`: it was not called because of earlier failures. `cut_off`: its reply reached the
 * maximum of output tokens. `loading`: it still reads its model. `path_not_found`: it has no chat completions at this address.
 */
export const FALLBACK_REASONS = [
  'redirected',
  'refused',
  'unauthorized',
  'rate_limited',
  'failed',
  'unreachable',
  'blocked_address',
  'key_lost',
  'budget_spent',
  'timed_out',
  'unreadable',
  'paused',
  'context_exceeded',
  'cut_off',
  'loading',
  'model_not_found',
  'path_not_found',
] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** The built-in model has answered in place of another one. */
export interface ModelFallback {
  /** The model that should have answered. */
  readonly from: string;
  readonly reason: FallbackReason;
}

interface AnswerFacts {
  /** The model that answered. The chat turn reports it. */
  readonly model: string;
  readonly usage: TokenUsage;
  /** Absent if the requested model has answered. */
  readonly fallback?: ModelFallback;
}

export type ModelAnswer = AnswerFacts &
  (
    | { readonly kind: 'answered'; readonly content: string; readonly citations: readonly ModelCitation[] }
    | { readonly kind: 'no_answer' }
  );

/** A model that answers questions. An adapter throws if its server cannot be reached; `no_answer` means that evidence is missing. */
export abstract class AnswerModel {
  /** `onPart` receives supported parts of the answer as soon as they are final. It can miss the rest of the answer. */
  abstract answer(input: AnswerInput, signal: AbortSignal, onPart?: (part: AnswerPart) => void): Promise<ModelAnswer>;
}

/** The built-in model cannot translate, and there is no other model. A retry does not help. */
export class TranslationModelMissing extends DomainError {
  constructor() {
    super(
      'model_unavailable',
      'The built-in model cannot translate. Set up a model server for the workspace (PATCH model-settings), or ask the operator to set MODEL_BASE_URL.',
    );
  }
}

/** No available model can do this, or the model failed. `cause` can contain the time for a retry. */
export class ModelUnavailable extends DomainError {
  constructor(cause?: unknown) {
    const { retryAfterSeconds } = (cause ?? {}) as { readonly retryAfterSeconds?: number };
    super('model_unavailable', 'The model did not respond, or cannot do this. Try again later.', {
      cause,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}
