import type { ModelFallback } from '../models/answer-model.port';
import type { CitationDto } from '../models/citation.dto';
import type { RankedPassage } from '../retrieval/passage.types';
import type { ChatSuggestionDto } from './chat-turn.dto';

/** What answering needs to know of an agent. */
export interface AnswerableAgent {
  workspaceId: string;
  id: string;
  /** Active, and not scheduled for deletion. */
  answers: boolean;
  rateLimitPerMinute: number;
  systemPrompt: string;
  model: string;
  temperature: number;
  name: string;
  widgetConfig: { displayName: string; greeting: string; labels: { locale: string } };
  learningConfig: { captureEnabled: boolean };
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

type Spoken = 'answered' | 'no_answer' | 'handed_off';

export interface AgentAnswer {
  kind: Spoken;
  /** What the agent says for each outcome that may still be decided on. */
  contents: Record<Spoken, string>;
  citations: CitationDto[];
  /** What the customer may have meant, where there is no answer. */
  suggestions: ChatSuggestionDto[];
  usage: TokenUsage;
  /** The model that answered; where none was asked, the agent's. */
  model: string;
  /** Null unless the built-in model answered in place of another one. */
  fallback: ModelFallback | null;
  /** What the search found, best first. Empty where it was not needed. */
  passages: readonly RankedPassage[];
}

/** The next part of an answer, with the citations that no part before it had. */
export interface PartOfAnswer {
  readonly text: string;
  readonly citations: readonly CitationDto[];
}
