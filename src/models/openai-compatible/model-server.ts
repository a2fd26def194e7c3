import OpenAI from 'openai';
import type { TokenUsage } from '../answer-model.port';
import { boundedFetch, type Patience } from './bounded-fetch';
import { type Piece, piecesOf } from './completion-stream';
import { modelFailure } from './model-failure';
import type { PromptMessage } from './prompt';

/** How long a server that has said all may take to say what it cost, in milliseconds. */
const USAGE_MS = 1_000;

export interface Completion {
  model: string;
  /** 0 to 2 */
  temperature: number;
  /** A bound on what a server that rambles may cost. */
  mostOutputTokens: number;
  messages: PromptMessage[];
}

/** What a reply is given to, as it comes. Throws UnreadableReply where it is something else than was asked for. */
export interface ReplyTaker {
  /** Returns false once it has all. */
  write(text: string): boolean | Promise<boolean>;
  end(): void | Promise<void>;
}

/** Any server that speaks OpenAI's chat completions, asked for one JSON object at a time. */
export class ModelServer {
  private readonly client: OpenAI;

  constructor(baseURL: string, apiKey: string | null, patience: Patience) {
    this.client = new OpenAI({
      baseURL,
      apiKey: apiKey ?? 'none',
      // None of the environment's own settings for this package: MODEL_… says all.
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: boundedFetch(patience),
      // No retries: the turn's own time is bounded, and another model answers.
      maxRetries: 0,
    });
  }

  /** @throws ModelFailure where the server fails, is aborted by `signal`, or replies with something else than was asked for */
  async stream(completion: Completion, taker: ReplyTaker, signal: AbortSignal): Promise<TokenUsage> {
    const started = performance.now();
    try {
      const usage = await this.feed(completion, taker, signal);
      await taker.end();
      return usage;
    } catch (error) {
      throw modelFailure(error, started, signal);
    }
  }

  /** All that the model says, as `read` understands it. @throws as {@link stream} */
  async ask<Said>(
    completion: Completion,
    read: (content: string) => Said,
    signal: AbortSignal,
  ): Promise<{ said: Said; usage: TokenUsage }> {
    let content = '';
    let said: Said | undefined;
    const write = (text: string): boolean => {
      content += text;
      return true;
    };
    const usage = await this.stream(completion, { write, end: () => void (said = read(content)) }, signal);
    return { said: said as Said, usage };
  }

  private async feed(completion: Completion, taker: ReplyTaker, signal: AbortSignal): Promise<TokenUsage> {
    const end = new AbortController();
    let hasAll = false;
    let usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
    try {
      for await (const piece of this.pieces(completion, AbortSignal.any([signal, end.signal]))) {
        usage = piece.usage ?? usage;
        if (hasAll || piece.text === '') continue;
        hasAll = !(await taker.write(piece.text));
        if (hasAll) setTimeout(() => end.abort(), USAGE_MS).unref();
      }
    } catch (error) {
      // What a server does after its answer changes nothing about that.
      if (!hasAll) throw error;
    } finally {
      end.abort();
    }
    return usage;
  }

  private async *pieces(
    { model, temperature, mostOutputTokens, messages }: Completion,
    signal: AbortSignal,
  ): AsyncGenerator<Piece> {
    const request = this.client.chat.completions.create(
      {
        model,
        temperature,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer name is unknown to most servers of this kind
        max_tokens: mostOutputTokens,
        response_format: { type: 'json_object' },
        messages,
        stream: true,
        stream_options: { include_usage: true },
      },
      { signal },
    );
    // Not as the client reads it: that writes to the console what it cannot parse.
    yield* piecesOf(await request.asResponse());
  }
}
