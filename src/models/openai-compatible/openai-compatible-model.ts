import OpenAI from 'openai';
import type { AnswerInput, AnswerModel, ModelAnswer, TokenUsage } from '../answer-model.port';
import type { AnswerSupport } from '../evidence/answer-support';
import { boundedFetch } from './bounded-fetch';
import { modelFailure } from './model-failure';
import { promptFor } from './prompt';
import { type ClaimedText, claimsOf } from './reply';
import { tokenCount } from './token-usage';
import { verifiedCitations } from './verified-citations';

/** Enough for four sentences and their quotes; a bound on what a server that rambles may cost. */
const MOST_OUTPUT_TOKENS = 1_000;

/**
 * Any server that speaks OpenAI's chat completions. Its words are believed only as far as its quotes stand in the
 * passages and say the same: what is left of an answer without support is no answer.
 */
export class OpenAiCompatibleModel implements AnswerModel {
  private readonly client: OpenAI;

  constructor(
    baseURL: string,
    apiKey: string | null,
    private readonly support: AnswerSupport,
  ) {
    this.client = new OpenAI({
      baseURL,
      apiKey: apiKey ?? 'none',
      // None of the environment's own settings for this package: MODEL_… says all.
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: boundedFetch,
      // No retries: the turn's own time is bounded, and the caller retries with its request id.
      maxRetries: 0,
    });
  }

  /** @throws ModelFailure where the server fails, is aborted by `signal`, or replies with something else than was asked for */
  async answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    const { claims, usage } = await this.ask(input, signal);
    const verified = claims.map(({ text, quotes }) => ({ text, citations: verifiedCitations(quotes, input.passages) }));
    const answer = await this.support.supported(verified, input);
    if (!answer) return { kind: 'no_answer', model: input.model, usage };
    return { kind: 'answered', model: input.model, ...answer, usage };
  }

  private async ask(input: AnswerInput, signal: AbortSignal): Promise<{ claims: ClaimedText[]; usage: TokenUsage }> {
    const started = performance.now();
    try {
      const completion = await this.complete(input, signal);
      return { claims: claimsOf(completion.choices?.[0]?.message?.content), usage: usageOf(completion) };
    } catch (error) {
      throw modelFailure(error, started, signal);
    }
  }

  private complete(input: AnswerInput, signal: AbortSignal): Promise<OpenAI.ChatCompletion> {
    return this.client.chat.completions.create(
      {
        model: input.model,
        temperature: input.temperature,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer name is unknown to most servers of this kind
        max_tokens: MOST_OUTPUT_TOKENS,
        response_format: { type: 'json_object' },
        messages: promptFor(input),
      },
      { signal },
    );
  }
}

function usageOf({ usage }: OpenAI.ChatCompletion): TokenUsage {
  return { inputTokens: tokenCount(usage?.prompt_tokens), outputTokens: tokenCount(usage?.completion_tokens) };
}
