import { createParser } from 'eventsource-parser';
import type { TokenUsage } from '../answer-model.port';
import { tokenCount } from '../../common/text/token-count';

/** What one frame of a stream tells. */
export interface Piece {
  /** What the model says with it; empty where it says nothing. */
  readonly text: string;
  /** What all of it has cost; null where the frame does not say, or not in numbers. */
  readonly usage: TokenUsage | null;
}

/** A server that says in its stream that it has failed. */
export class StreamFailed extends Error {}

/** The fields of a completion and of a part of one that are looked at; a server may have put anything there. */
interface Frame {
  error?: unknown;
  choices?: ({ delta?: { content?: unknown } | null; message?: { content?: unknown } | null } | null)[] | null;
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
}

/**
 * What a server says to a request for a stream: server-sent events of parts of a completion, or a whole one as JSON, from
 * servers that do not stream.
 *
 * @throws SyntaxError where it is neither; StreamFailed; what the connection fails with
 */
export async function* piecesOf({ body, headers }: Response): AsyncGenerator<Piece> {
  const texts = (body?.pipeThrough(new TextDecoderStream()) ?? []) as AsyncIterable<string>;
  if (headers.get('content-type')?.includes('application/json')) {
    let whole = '';
    for await (const text of texts) whole += text;
    yield pieceOf(whole);
    return;
  }
  const frames: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void frames.push(data) });
  for await (const text of texts) {
    parser.feed(text);
    for (const frame of frames.splice(0)) {
      if (frame === '[DONE]') return;
      yield pieceOf(frame);
    }
  }
}

function pieceOf(json: string): Piece {
  const frame = JSON.parse(json) as Frame | null;
  if (frame?.error) throw new StreamFailed();
  const choice = frame?.choices?.[0];
  const text = choice?.delta?.content ?? choice?.message?.content;
  return { text: typeof text === 'string' ? text : '', usage: usageOf(frame) };
}

function usageOf(frame: Frame | null): TokenUsage | null {
  const usage = frame?.usage;
  if (!usage) return null;
  const inputTokens = tokenCount(usage.prompt_tokens);
  const outputTokens = tokenCount(usage.completion_tokens);
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens };
}
