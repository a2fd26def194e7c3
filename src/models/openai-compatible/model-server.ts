import OpenAI from 'openai';
import type { TokenUsage } from '../answer-model.port';
import { boundedFetch, type Patience } from '../../common/outbound/bounded-fetch';
import { type Piece, piecesOf } from './completion-stream';
import { modelFailure, ReplyNotWorkedOn } from './model-failure';
import type { PromptMessage } from './prompt';
import { UnreadableReply } from './reply';
import { estimatedTokens } from '../../common/text/token-count';
import type { ServerCircuit } from './server-circuit';

/** How long to wait for the token usage after the complete reply, in milliseconds. */
const USAGE_MS = 1_000;

export interface Completion {
  model: string;
  /** 0 to 2 */
  temperature: number;
  /** The most output tokens, which bounds the cost of a long reply. */
  mostOutputTokens: number;
  messages: PromptMessage[];
}

/**
 * Receives a reply as it arrives. Throws UnreadableReply if the reply is not in the requested form. Other errors do not count as a
 * failure of the server.
 */
export interface ReplyTaker {
  /** Returns false after it has received everything it needs. */
  write(text: string): boolean | Promise<boolean>;
  end(): void | Promise<void>;
}

/** Parses a reply after it is complete. */
class WholeReply<Reply> implements ReplyTaker {
  reply: Reply | null = null;
  private content = '';

  constructor(private readonly read: (content: string) => Reply) {}

  write(text: string): boolean {
    this.content += text;
    return true;
  }

  end(): void {
    this.reply = this.read(this.content);
  }
}

/** Distinguishes errors of the taker from failures of the server. */
class TakerFailed extends Error {}

/** @throws UnreadableReply, TakerFailed */
async function taken<Result>(take: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await take();
  } catch (cause) {
    throw cause instanceof UnreadableReply ? cause : new TakerFailed('', { cause });
  }
}

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** Counts the tokens of a reply: as reported by the server, otherwise estimated. */
class Meter {
  private reported: TokenUsage | null = null;
  private characters = 0;

  constructor(private readonly completion: Completion) {}

  /** Whether the server has begun to reply. */
  get hasBegun(): boolean {
    return this.reported !== null || this.characters > 0;
  }

  get used(): TokenUsage {
    return (
      this.reported ?? { inputTokens: promptTokens(this.completion), outputTokens: estimatedTokens(this.characters) }
    );
  }

  count({ text, usage }: Piece): void {
    this.characters += text.length;
    this.reported = usage ?? this.reported;
  }
}

/** The expected tokens of a request. */
export function expectedTokens(completion: Completion): number {
  return promptTokens(completion) + completion.mostOutputTokens;
}

function promptTokens({ messages }: Completion): number {
  return estimatedTokens(messages.reduce((sum, { content }) => sum + content.length, 0));
}

/** A client for servers with OpenAI's chat completions API, which requests one JSON object at a time. */
export class ModelServer {
  private readonly client: OpenAI;
  private readonly circuit: ServerCircuit;

  constructor(
    baseURL: string,
    apiKey: string | null,
    { patience, circuit, send = fetch }: { patience: Patience; circuit: ServerCircuit; send?: typeof fetch },
  ) {
    this.circuit = circuit;
    this.client = new OpenAI({
      baseURL,
      apiKey: apiKey ?? 'none',
      // Ignore the environment variables of the package, because only MODEL_… settings apply.
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: boundedFetch(patience, send),
      // No retries, because the time of a turn is bounded and another model answers instead.
      maxRetries: 0,
    });
  }

  /**
   * @throws ModelFailure if the server is paused, fails, is aborted by `signal`, or replies in the wrong form; ReplyNotWorkedOn if
   * `taker` fails
   */
  stream(completion: Completion, taker: ReplyTaker, signal: AbortSignal): Promise<{ usage: TokenUsage }> {
    return this.circuit.run(() => this.exchange(completion, taker, signal));
  }

  /** The whole reply, parsed by `read`. @throws as {@link stream} */
  async ask<Reply>(
    completion: Completion,
    read: (content: string) => Reply,
    signal: AbortSignal,
  ): Promise<{ reply: Reply; usage: TokenUsage }> {
    const taker = new WholeReply(read);
    const { usage } = await this.stream(completion, taker, signal);
    return { reply: taker.reply!, usage };
  }

  /** Like {@link ask}, but also calls a paused server. */
  async test(completion: Completion, read: (content: string) => unknown, signal: AbortSignal): Promise<void> {
    await this.circuit.test(() => this.exchange(completion, new WholeReply(read), signal));
  }

  private async exchange(
    completion: Completion,
    taker: ReplyTaker,
    signal: AbortSignal,
  ): Promise<{ usage: TokenUsage }> {
    const started = performance.now();
    const meter = new Meter(completion);
    try {
      await this.feed(completion, taker, meter, signal);
      await taken(() => taker.end());
      return { usage: meter.used };
    } catch (error) {
      if (error instanceof TakerFailed) throw new ReplyNotWorkedOn(meter.used, error.cause);
      throw modelFailure(error, { started, signal, used: meter.hasBegun ? meter.used : NOTHING });
    }
  }

  private async feed(completion: Completion, taker: ReplyTaker, meter: Meter, signal: AbortSignal): Promise<void> {
    const end = new AbortController();
    let hasAll = false;
    try {
      for await (const piece of this.pieces(completion, AbortSignal.any([signal, end.signal]))) {
        meter.count(piece);
        if (hasAll || piece.text === '') continue;
        hasAll = !(await taken(() => taker.write(piece.text)));
        if (hasAll) setTimeout(() => end.abort(), USAGE_MS).unref();
      }
    } catch (error) {
      // Ignore errors of the server after its complete reply.
      if (!hasAll) throw error;
    } finally {
      end.abort();
    }
  }

  private async *pieces(
    { model, temperature, mostOutputTokens, messages }: Completion,
    signal: AbortSignal,
  ): AsyncGenerator<Piece> {
    const request = this.client.chat.completions.create(
      {
        model,
        temperature,
        // oxlint-disable-next-line typescript/no-deprecated -- the newer name is unknown to most servers of this kind
        max_tokens: mostOutputTokens,
        response_format: { type: 'json_object' },
        messages,
        stream: true,
        stream_options: { include_usage: true },
      },
      { signal },
    );
    // Do not use the stream reader of the client, which writes unparsable data to the console.
    yield* piecesOf(await request.asResponse());
  }
}
