import OpenAI from 'openai';
import type { TokenUsage } from '../answer-model.port';
import { boundedFetch } from './bounded-fetch';
import { modelFailure } from './model-failure';
import type { PromptMessage } from './prompt';
import { tokenCount } from './token-usage';

export interface Completion {
  model: string;
  /** 0 to 2 */
  temperature: number;
  /** A bound on what a server that rambles may cost. */
  mostOutputTokens: number;
  messages: PromptMessage[];
}

/** Any server that speaks OpenAI's chat completions, asked for one JSON object at a time. */
export class ModelServer {
  private readonly client: OpenAI;

  constructor(baseURL: string, apiKey: string | null) {
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

  /**
   * What the model says, as `read` understands it, which throws UnreadableReply where it is something else.
   *
   * @throws ModelFailure where the server fails, is aborted by `signal`, or replies with something else than was asked for
   */
  async ask<Said>(
    completion: Completion,
    read: (content: unknown) => Said,
    signal: AbortSignal,
  ): Promise<{ said: Said; usage: TokenUsage }> {
    const started = performance.now();
    try {
      const reply = await this.complete(completion, signal);
      return { said: read(reply.choices?.[0]?.message?.content), usage: usageOf(reply) };
    } catch (error) {
      throw modelFailure(error, started, signal);
    }
  }

  private complete(
    { model, temperature, mostOutputTokens, messages }: Completion,
    signal: AbortSignal,
  ): Promise<OpenAI.ChatCompletion> {
    return this.client.chat.completions.create(
      {
        model,
        temperature,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer name is unknown to most servers of this kind
        max_tokens: mostOutputTokens,
        response_format: { type: 'json_object' },
        messages,
      },
      { signal },
    );
  }
}

function usageOf({ usage }: OpenAI.ChatCompletion): TokenUsage {
  return { inputTokens: tokenCount(usage?.prompt_tokens), outputTokens: tokenCount(usage?.completion_tokens) };
}
