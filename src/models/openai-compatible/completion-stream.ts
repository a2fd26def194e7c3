import { createParser } from 'eventsource-parser';
import type { TokenUsage } from '../answer-model.port';
import { tokenCount } from '../../common/text/token-count';

/** The content of one frame of a stream. */
export interface Piece {
  /** The text in the frame. Empty without text. */
  readonly text: string;
  /** The token usage of the whole completion. Null if the frame contains none, or an invalid one. */
  readonly usage: TokenUsage | null;
}

/** The stream contains an error of the server. */
export class StreamFailed extends Error {}

/** The used fields of a completion or a chunk. A server can send any type in them. */
interface Frame {
  error?: unknown;
  choices?: ({ delta?: { content?: unknown } | null; message?: { content?: unknown } | null } | null)[] | null;
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
}

/**
 * Reads the response to a streaming request: server-sent events with chunks of a completion, or a whole completion as JSON from
 * servers that do not stream.
 *
 * @throws SyntaxError for any other response; StreamFailed; the error of the connection
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
