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

/** A part of an answer that is supported: it stays, whatever becomes of the rest. */
export interface AnswerPart {
  /** Put behind the parts before it, it goes on where they end. */
  readonly text: string;
  /** Those of it that no part before it has. */
  readonly citations: readonly ModelCitation[];
}

/** Why a model server gave no answer, as far as an operator needs to know it. `paused`: it was not asked, as it failed before. */
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
] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** The built-in model answers in place of another one. */
export interface ModelFallback {
  /** The model that should have answered. */
  readonly from: string;
  readonly reason: FallbackReason;
}

interface AnswerFacts {
  /** The model that answered, as the chat turn reports it. */
  readonly model: string;
  readonly usage: TokenUsage;
  /** Absent where the model that was asked has answered. */
  readonly fallback?: ModelFallback;
}

export type ModelAnswer = AnswerFacts &
  (
    | { readonly kind: 'answered'; readonly content: string; readonly citations: readonly ModelCitation[] }
    | { readonly kind: 'no_answer' }
  );

/** Whatever writes answers. An adapter throws when it cannot be reached; `no_answer` means that evidence is missing. */
export abstract class AnswerModel {
  /** `tell` gets what the answer begins with as soon as that is certain; the rest of the answer may never be told. */
  abstract answer(input: AnswerInput, signal: AbortSignal, onPart?: (part: AnswerPart) => void): Promise<ModelAnswer>;
}

/** The built-in model cannot do it, and there is no other: trying again does not help. */
export class TranslationModelMissing extends DomainError {
  constructor() {
    super(
      'model_unavailable',
      'The built-in model cannot translate. Set up a model server for the workspace (PATCH model-settings), or ask the operator to set MODEL_BASE_URL.',
    );
  }
}

/** No model that is there can do it, or the one that could did not; `cause` may know when to ask again. */
export class ModelUnavailable extends DomainError {
  constructor(cause?: unknown) {
    const { retryAfterSeconds } = (cause ?? {}) as { readonly retryAfterSeconds?: number };
    super('model_unavailable', 'The model did not respond, or cannot do this. Try again later.', {
      cause,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }
}
