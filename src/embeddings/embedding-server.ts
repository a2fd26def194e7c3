import { boundedFetch } from '../common/outbound/bounded-fetch';
import { EmbeddingFailure, embeddingFailure, failureOfStatus } from './embedding-failure';
import { estimatedTokens, tokenCount } from '../common/text/token-count';
import type { Embedded, Embedder } from './embeddings.types';

/** In bytes. A batch of the longest common vectors takes a third of it, written as decimal numbers. */
const LONGEST_REPLY = 8 * 1_048_576;
/** No well-known model has more. */
const MOST_DIMENSIONS = 8_192;
/** The number of characters of a text that are sent: small models read no more, and no passage is longer. */
const LONGEST_TEXT = 2_400;

export interface EmbeddingServerSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | null;
}

/** A server that implements OpenAI's embeddings API. */
export class EmbeddingServer implements Embedder {
  readonly madeBy: string;

  constructor(
    private readonly settings: EmbeddingServerSettings,
    private readonly send: typeof fetch = fetch,
  ) {
    this.madeBy = `${settings.model} ${settings.baseUrl}`;
  }

  get model(): string {
    return this.settings.model;
  }

  expectedTokens(texts: readonly string[]): number {
    return estimatedTokens(texts.reduce((sum, text) => sum + textToSend(text).length, 0));
  }

  async embed(texts: readonly string[], milliseconds: number): Promise<Embedded> {
    const signal = AbortSignal.timeout(milliseconds);
    const expected = this.expectedTokens(texts);
    try {
      const reply = await this.ask(texts, milliseconds, signal);
      const tokens = reportedTokens(reply) ?? expected;
      const vectors = vectorsOf(reply, texts.length);
      if (!vectors) throw new EmbeddingFailure('unreadable', { tokens });
      return { vectors, tokens };
    } catch (error) {
      throw embeddingFailure(error, signal, expected);
    }
  }

  private async ask(texts: readonly string[], milliseconds: number, signal: AbortSignal): Promise<unknown> {
    const { baseUrl, model, apiKey } = this.settings;
    const ask = boundedFetch({ firstByteMs: milliseconds, silenceMs: milliseconds }, this.send, LONGEST_REPLY);
    const response = await ask(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: texts.map(textToSend), encoding_format: 'float' }),
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel().catch(() => {});
      throw failureOfStatus(response.status, response.headers);
    }
    return response.json();
  }
}

/** Well-formed, because some servers refuse half a surrogate pair. Not blank, because others refuse an empty text. */
function textToSend(text: string): string {
  return text.slice(0, LONGEST_TEXT).toWellFormed().trim() || '-';
}

function reportedTokens(reply: unknown): number | null {
  const usage = (reply as { usage?: { prompt_tokens?: unknown; total_tokens?: unknown } | null } | null)?.usage;
  return tokenCount(usage?.prompt_tokens ?? usage?.total_tokens);
}

/** Null unless the reply has exactly one vector for each text. */
function vectorsOf(reply: unknown, count: number): Float32Array[] | null {
  const data = (reply as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== count) return null;
  const vectors: Float32Array[] = [];
  for (const [position, item] of data.entries()) {
    const { index = position, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    const vector = unitVector(embedding);
    if (!vector || typeof index !== 'number' || vectors[index] || !(index in data)) return null;
    vectors[index] = vector;
  }
  const [first] = vectors;
  return vectors.some(({ length }) => length !== first!.length) ? null : vectors;
}

/** Null if the value is not a list of 1 to MOST_DIMENSIONS finite numbers, or if all of them are 0. */
function unitVector(embedding: unknown): Float32Array | null {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MOST_DIMENSIONS) return null;
  let squares = 0;
  for (const value of embedding as unknown[]) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return null;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  // The squares overflowed if the length is not finite, and underflowed if it is 0.
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(embedding as number[], (value) => value / length);
}
