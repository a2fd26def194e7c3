import type { RankedPassage } from '../retrieval/passage.types';
import type { ModelCitation } from './answer-model.port';

/** A line of a conversation. It is material for a model and never an instruction, regardless of its author. */
export interface CopilotLine {
  readonly from: 'customer' | 'agent' | 'member' | 'note';
  readonly text: string;
}

interface CopilotRequest {
  readonly workspaceId: string;
  readonly agentId: string;
  /** The model that the agent names. */
  readonly model: string;
  /** 0 to 2. Adapters without randomness ignore it. */
  readonly temperature: number;
  /** The agent's instructions. Empty without any. */
  readonly systemPrompt: string;
  /** The member's instructions for the text. Null without any. */
  readonly instructions: string | null;
}

export interface CopilotSummaryInput extends CopilotRequest {
  /** Oldest first. */
  readonly conversation: readonly CopilotLine[];
}

export interface CopilotDraftInput extends CopilotSummaryInput {
  /** The search results for {@link question}, best first. All facts must come from them. */
  readonly passages: readonly RankedPassage[];
  /** The question of the customer or the member. */
  readonly question: string;
}

export interface CopilotTranslationInput extends CopilotRequest {
  readonly text: string;
  /** BCP 47 */
  readonly targetLanguage: string;
}

export interface CopilotText {
  readonly kind: 'text';
  /** The model that wrote it. */
  readonly model: string;
  /** Never blank. */
  readonly text: string;
  /** BCP 47. Null if unknown. */
  readonly language: string | null;
  readonly citations: readonly ModelCitation[];
  /** Whether citations support the whole text, except for a greeting and a closing. */
  readonly grounded: boolean;
}

/** The passages contain no evidence for an answer. */
export interface NoEvidence {
  readonly kind: 'no_evidence';
  readonly model: string;
}

/** A model that writes for members. An adapter throws if its server cannot be reached or returns no text. */
export abstract class CopilotModel {
  abstract draft(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence>;
  abstract answer(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence>;
  abstract summarize(input: CopilotSummaryInput, signal: AbortSignal): Promise<CopilotText>;
  abstract translate(input: CopilotTranslationInput, signal: AbortSignal): Promise<CopilotText>;
}
