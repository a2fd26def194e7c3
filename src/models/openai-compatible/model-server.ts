import OpenAI from 'openai';
import type { TokenUsage } from '../answer-model.port';
import { boundedFetch, type Patience } from '../../common/outbound/bounded-fetch';
import { type Piece, piecesOf } from './completion-stream';
import { Meter, promptTokens } from './meter';
import { modelFailure, refusedBy, ReplyNotWorkedOn } from './model-failure';
import { refusing } from './refusal';
import { UnreadableReply } from './reply';
import type { Completion, RequestForm } from './request-form';
import type { ServerCircuit } from './server-circuit';

/** How long to wait for the token usage after the complete reply, in milliseconds. */
const USAGE_MS = 1_000;

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

/** What {@link ModelServer} needs to reach a server and to remember of it. */
interface Connection {
  readonly patience: Patience;
  readonly circuit: ServerCircuit;
  /** The form of requests for a model. */
  readonly formOf: (model: string) => RequestForm;
  readonly send?: typeof fetch;
  /** Called after the server was silent for too long before it began to reply. */
  readonly onSilence?: (model: string) => void;
}

/** A client for servers with OpenAI's chat completions API, which requests one JSON object at a time. */
export class ModelServer {
  private readonly client: OpenAI;

  constructor(
    baseURL: string,
    private readonly apiKey: string | null,
    private readonly connection: Connection,
  ) {
    const { patience, send = fetch } = connection;
    this.client = new OpenAI({
      baseURL,
      apiKey: apiKey ?? 'none',
      // Ignore the environment variables of the package, because only MODEL_… settings apply.
      organization: null,
      project: null,
      logLevel: 'off',
      fetch: refusing(boundedFetch(patience, send)),
      // No retries, because the time of a turn is bounded and another model answers instead.
      maxRetries: 0,
    });
  }

  /** The most tokens that a request is expected to use. */
  expectedTokens(completion: Completion): number {
    return promptTokens(completion) + this.connection.formOf(completion.model).mostTokens(completion);
  }

  /**
   * @throws ModelFailure if the server is paused, fails, is aborted by `signal`, or replies in the wrong form; ReplyNotWorkedOn if
   * `taker` fails
   */
  stream(completion: Completion, taker: ReplyTaker, signal: AbortSignal): Promise<{ usage: TokenUsage }> {
    return this.connection.circuit.run(() => this.exchange(completion, taker, signal));
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
  test(
    completion: Completion,
    read: (content: string) => unknown,
    signal: AbortSignal,
  ): Promise<{ usage: TokenUsage }> {
    return this.connection.circuit.test(() => this.exchange(completion, new WholeReply(read), signal));
  }

  /** Asks for a single token, so that the server loads the model. @throws ModelFailure */
  async load(model: string, signal: AbortSignal): Promise<void> {
    const messages = [{ role: 'user' as const, content: 'Reply with JSON.' }];
    const taker = { write: () => true, end: () => {} };
    await this.exchange({ model, temperature: 0, mostOutputTokens: 1, messages }, taker, signal);
  }

  /** The models that the server lists, or null where it has no such list. @throws ModelFailure */
  async listModels(signal: AbortSignal): Promise<string[] | null> {
    const started = performance.now();
    try {
      const page = (await (await this.client.models.list({ signal }).asResponse()).json()) as { data?: unknown } | null;
      const models = Array.isArray(page?.data) ? (page.data as ({ id?: unknown } | null)[]) : null;
      const names = models?.flatMap((model) => (typeof model?.id === 'string' ? [model.id] : [])) ?? null;
      // A member who may not read the key must not get it from the server either.
      return names && names.filter((name) => this.apiKey === null || !name.includes(this.apiKey));
    } catch (error) {
      const failure = modelFailure(error, { started, signal, used: NOTHING });
      if (failure.reason === 'path_not_found' || failure.reason === 'unreadable') return null;
      throw failure;
    }
  }

  private async exchange(
    completion: Completion,
    taker: ReplyTaker,
    signal: AbortSignal,
  ): Promise<{ usage: TokenUsage }> {
    const started = performance.now();
    const meter = new Meter(completion);
    const { formOf, onSilence } = this.connection;
    const form = formOf(completion.model);
    try {
      await this.feed(completion, taker, meter, signal);
      await taken(() => taker.end());
      return { usage: meter.used };
    } catch (error) {
      if (error instanceof TakerFailed) throw new ReplyNotWorkedOn(meter.used, error.cause);
      const used = meter.hasBegun ? meter.used : NOTHING;
      const failure = modelFailure(error, { started, signal, used, isCutOff: meter.isCutOff });
      if (failure.reason === 'timed_out' && !meter.hasBegun) onSilence?.(completion.model);
      throw failure;
    } finally {
      if (meter.thinks) form.learnThoughts();
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

  private async *pieces(completion: Completion, signal: AbortSignal): AsyncGenerator<Piece> {
    // Do not use the stream reader of the client, which writes unparsable data to the console.
    yield* piecesOf(await this.responseTo(completion, signal));
  }

  /** Sends the request once more without a parameter that the server refuses: it has done nothing yet. */
  private async responseTo(completion: Completion, signal: AbortSignal): Promise<Response> {
    const form = this.connection.formOf(completion.model);
    for (let refused = form.refusedParameters; ;) {
      try {
        const parameters = form.parameters(completion, refused);
        const response = await this.client.chat.completions.create(parameters, { signal }).asResponse();
        form.learnRefused(refused);
        return response;
      } catch (error) {
        const parameter = refusedBy(error)?.refusal.parameter ?? null;
        if (parameter === null || refused.has(parameter)) throw error;
        refused = new Set([...refused, parameter]);
      }
    }
  }
}
