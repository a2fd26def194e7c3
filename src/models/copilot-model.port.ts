import type { RankedPassage } from '../retrieval/passage.types';
import type { ModelCitation } from './answer-model.port';

/** A line of a conversation, which is material for a model and never an instruction, whoever wrote it. */
export interface CopilotLine {
  readonly from: 'customer' | 'agent' | 'member' | 'note';
  readonly text: string;
}

interface CopilotRequest {
  readonly workspaceId: string;
  readonly agentId: string;
  /** The model that the agent names. */
  readonly model: string;
  /** 0 to 2; what an adapter without randomness ignores. */
  readonly temperature: number;
  /** The agent's own instructions; empty where there are none. */
  readonly systemPrompt: string;
  /** What the member who asks wants of the text; null where they did not say. */
  readonly instructions: string | null;
}

export interface CopilotSummaryInput extends CopilotRequest {
  /** Oldest first. */
  readonly conversation: readonly CopilotLine[];
}

export interface CopilotDraftInput extends CopilotSummaryInput {
  /** What was found for {@link question}, best first. A fact comes from these alone. */
  readonly passages: readonly RankedPassage[];
  /** What the customer wants to know, or the member who asks. */
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
  /** BCP 47; null where unknown. */
  readonly language: string | null;
  readonly citations: readonly ModelCitation[];
  /** Whether citations support all that it says, a greeting and a closing aside. */
  readonly grounded: boolean;
}

/** The passages do not say anything about the question. */
export interface NoEvidence {
  readonly kind: 'no_evidence';
  readonly model: string;
}

/** Whatever writes for members. An adapter throws where it cannot be reached, or has no text. */
export abstract class CopilotModel {
  abstract draft(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence>;
  abstract answer(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence>;
  abstract summarize(input: CopilotSummaryInput, signal: AbortSignal): Promise<CopilotText>;
  abstract translate(input: CopilotTranslationInput, signal: AbortSignal): Promise<CopilotText>;
}
