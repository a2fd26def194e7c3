import type { AnswerInput, AnswerModel, ModelAnswer } from '../answer-model.port';
import type { AnswerSupport } from '../evidence/answer-support';
import type { ModelServer } from './model-server';
import { promptFor } from './prompt';
import { claimsOf } from './reply';
import { verifiedCitations } from './verified-citations';

/** Enough for four sentences and their quotes. */
const MOST_OUTPUT_TOKENS = 1_000;

/**
 * Answers by a model server. Its words are believed only as far as its quotes stand in the passages and say the same: what
 * is left of an answer without support is no answer.
 */
export class OpenAiCompatibleModel implements AnswerModel {
  constructor(
    private readonly server: ModelServer,
    private readonly support: AnswerSupport,
  ) {}

  /** @throws ModelFailure where the server fails, is aborted by `signal`, or replies with something else than was asked for */
  async answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    const { model, temperature } = input;
    const completion = { model, temperature, mostOutputTokens: MOST_OUTPUT_TOKENS, messages: promptFor(input) };
    const { said: claims, usage } = await this.server.ask(completion, claimsOf, signal);
    const verified = claims.map(({ text, quotes }) => ({ text, citations: verifiedCitations(quotes, input.passages) }));
    const answer = await this.support.supported(verified, input);
    if (!answer) return { kind: 'no_answer', model, usage };
    return { kind: 'answered', model, ...answer, usage };
  }
}
