import type { CitationDto } from '../../models/citation.dto';
import type { AgentAnswer, AnswerableAgent } from '../answer.types';

/** Why the answer is what it is, unless sources answer it. */
export const TRIAL_REASONS = [
  'nothing_found',
  'weak_evidence',
  'not_supported',
  'person_requested',
  'small_talk',
] as const;
export type TrialReason = (typeof TRIAL_REASONS)[number];

export interface Trial {
  agent: AnswerableAgent;
  answer: AgentAnswer;
  reason: TrialReason | null;
}

/** An event of a trial, in this order; the names are those of chat turns. */
export type TrialEvent<Completed = Trial> =
  | { readonly event: 'turn.started'; readonly data: { readonly agentId: string }; readonly replayed: false }
  | { readonly event: 'message.delta'; readonly data: { readonly text: string } }
  | { readonly event: 'citation'; readonly data: CitationDto }
  | { readonly event: 'turn.completed'; readonly data: Completed };
