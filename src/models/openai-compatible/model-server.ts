import OpenAI from 'openai';
import type { TokenUsage } from '../answer-model.port';
import { boundedFetch, type Patience } from '../../common/outbound/bounded-fetch';
import { type Piece, piecesOf } from './completion-stream';
import { modelFailure, ReplyNotWorkedOn } from './model-failure';
import type { PromptMessage } from './prompt';
import { UnreadableReply } from './reply';
import { estimatedTokens } from '../../common/text/token-count';
import type { ServerCircuit } from './server-circuit';

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

/**
 * What a reply is given to, as it comes. Throws UnreadableReply where it is something else than was asked for; whatever else
 * it throws is no failure of the server.
 */
export interface ReplyTaker {
  /** Returns false once it has all. */
  write(text: string): boolean | Promise<boolean>;
  end(): void | Promise<void>;
}

/** Reads a reply once all of it is there. */
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

/** Tells what a taker throws of its own accord from what the server brings about. */
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

/** What a reply costs: as the server says, or as is usual where it does not say. */
class Meter {
  private reported: TokenUsage | null = null;
  private characters = 0;

  constructor(private readonly completion: Completion) {}

  /** Whether the server has done any work. */
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

/** What a request may cost, as far as it can be known before. */
export function expectedTokens(completion: Completion): number {
  return promptTokens(completion) + completion.mostOutputTokens;
}

function promptTokens({ messages }: Completion): number {
  return estimatedTokens(messages.reduce((sum, { content }) => sum + content.length, 0));
}

/** Any server that speaks OpenAI's chat completions, asked for one JSON object at a time. */
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
      // None of the environment's own settings for this package: MODEL_… says all.
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: boundedFetch(patience, send),
      // No retries: the turn's own time is bounded, and another model answers.
      maxRetries: 0,
    });
  }

  /**
   * @throws ModelFailure where the server is left alone, fails, is aborted by `signal`, or replies with something else than
   * was asked for; ReplyNotWorkedOn where `taker` fails
   */
  stream(completion: Completion, taker: ReplyTaker, signal: AbortSignal): Promise<{ usage: TokenUsage }> {
    return this.circuit.run(() => this.exchange(completion, taker, signal));
  }

  /** All that the model says, as `read` understands it. @throws as {@link stream} */
  async ask<Reply>(
    completion: Completion,
    read: (content: string) => Reply,
    signal: AbortSignal,
  ): Promise<{ reply: Reply; usage: TokenUsage }> {
    const taker = new WholeReply(read);
    const { usage } = await this.stream(completion, taker, signal);
    return { reply: taker.reply!, usage };
  }

  /** Asks a server that is left alone, too; see {@link ask}. */
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
      // What a server does after its answer changes nothing about that.
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
