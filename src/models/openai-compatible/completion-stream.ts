import { createParser } from 'eventsource-parser';
import type { TokenUsage } from '../answer-model.port';
import { tokenCount } from '../../common/text/token-count';
import { type Refusal, refusalIn } from './refusal';

/** The content of one frame of a stream. */
export interface Piece {
  /** The text in the frame. Empty without text. */
  readonly text: string;
  /** The token usage of the whole completion. Null if the frame contains none, or an invalid one. */
  readonly usage: TokenUsage | null;
  /** The number of characters of thoughts, which servers send beside the text. */
  readonly thoughts: number;
  /** Whether the server ended the reply at the maximum of output tokens. */
  readonly isCutOff: boolean;
}

/** The stream contains an error of the server. */
export class StreamFailed extends Error {
  constructor(readonly refusal: Refusal) {
    super('The stream contains an error.');
  }
}

/** The used fields of a completion or a chunk. A server can send any type in them. */
interface Frame {
  error?: unknown;
  choices?: ({ delta?: Message | null; message?: Message | null; finish_reason?: unknown } | null)[] | null;
  usage?: {
    prompt_tokens?: unknown;
    completion_tokens?: unknown;
    completion_tokens_details?: { reasoning_tokens?: unknown } | null;
  } | null;
}

/** vLLM and llama.cpp send thoughts as `reasoning_content`, Ollama and newer versions of vLLM as `reasoning`. */
interface Message {
  content?: unknown;
  reasoning_content?: unknown;
  reasoning?: unknown;
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
  if (frame?.error) throw new StreamFailed(refusalIn(500, json));
  const choice = frame?.choices?.[0];
  const message = choice?.delta ?? choice?.message;
  return {
    text: textOf(message?.content),
    usage: usageOf(frame),
    thoughts: thoughtsOf(frame, message),
    isCutOff: choice?.finish_reason === 'length',
  };
}

/** OpenAI counts the tokens of thoughts and does not send the thoughts themselves. */
function thoughtsOf(frame: Frame | null, message: Message | null | undefined): number {
  const sent = textOf(message?.reasoning_content ?? message?.reasoning).length;
  const counted = frame?.usage?.completion_tokens_details?.reasoning_tokens;
  return Math.max(sent, tokenCount(counted) ?? 0);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function usageOf(frame: Frame | null): TokenUsage | null {
  const usage = frame?.usage;
  if (!usage) return null;
  const inputTokens = tokenCount(usage.prompt_tokens);
  const outputTokens = tokenCount(usage.completion_tokens);
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens };
}
