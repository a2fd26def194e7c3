import { randomUUID } from 'node:crypto';
import type { TokenUsage } from '../answer-model.port';
import { promptTokens } from './meter';
import type { Completion } from './request-form';

const QUESTION = 'Reply with this JSON object and nothing else: {"ok": true}';
const FILLER = 'The harbour office opens at nine and closes at five on weekdays. ';
/** Characters of a question with eight long passages and some history: six to seven thousand tokens. */
const LONG = 28_000;
/**
 * The least share of the estimated tokens that a server reports for a whole prompt. Tokenizers need 0.77 to 1 of the estimate for FILLER; a
 * server with a context of 4,096 tokens that cuts the prompt off reports 0.58.
 */
const LEAST_SHARE = 0.7;

export function shortTest(model: string): Completion {
  return { model, temperature: 0, mostOutputTokens: 50, messages: [{ role: 'user', content: QUESTION }] };
}

/** As long as a long turn. Some servers cut longer prompts off and answer the rest. */
export function longTest(model: string): Completion {
  // A beginning of its own, because servers report fewer tokens for a prompt that they have cached.
  const content = `${randomUUID()} ${FILLER.repeat(LONG / FILLER.length)}\n\n${QUESTION}`;
  return { model, temperature: 0, mostOutputTokens: 50, messages: [{ role: 'user', content }] };
}

/** Whether the server has read less than it was sent. */
export function isCutOff(completion: Completion, { inputTokens }: TokenUsage): boolean {
  return inputTokens < LEAST_SHARE * promptTokens(completion);
}
