import { randomUUID } from 'node:crypto';
import type { Capability } from '../capability';
import { eventsOf } from '../connection/event-stream';
import type { HttpAnswer } from '../connection/http-client';
import { retried } from '../connection/retried';
import type { Service } from '../connection/service';
import { type ErrorBody, Refusal, Unavailable } from '../errors';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';

/** The displayed fields of a turn's answer. */
export interface Turn {
  conversationId: string;
  /** Null if a person has taken over the conversation. */
  message: { content: string } | null;
  citations: { index: number; title: string | null; heading?: string | null; url: string | null; quote: string }[];
  /** Absent from an older service. */
  suggestions?: { title: string; url: string | null }[];
}

/** Called with the beginning of an answer while it is written: all of it so far, each time there is more. */
export type OnWords = (words: string) => Promise<void>;

const TRIES = 3;
/** In seconds. The user decides about longer waits. */
const LONGEST_WAIT = 10;

/**
 * Sends a turn. Retries use the same request id, so that no message is sent twice. Streams the answer if `onWords` is
 * passed; after a broken stream, `onWords` starts again from the beginning of the answer.
 *
 * @throws CommandError
 */
export async function turnOf(service: Service, send: Capability, values: Values, onWords?: OnWords): Promise<Turn> {
  const request = requestOf(send, { ...values, requestId: randomUUID() });
  if (onWords) request.headers['accept'] = 'text/event-stream';
  const say = async (): Promise<Turn> => {
    const answer = await service.open(send, request);
    // An older service sends the whole answer.
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream');
    return isStream ? streamed(answer, onWords) : ((await service.read(answer)).body as Turn);
  };
  return retried(say, TRIES, patienceFor);
}

async function streamed({ body }: HttpAnswer, onWords: OnWords = async () => {}): Promise<Turn> {
  let words = '';
  for await (const { event, data } of eventsOf(body)) {
    if (event === 'turn.completed') return objectIn(data) as unknown as Turn;
    if (event === 'turn.failed') throw new Unavailable((objectIn(data) as unknown as ErrorBody).error);
    if (event === 'message.delta') await onWords((words += String(objectIn(data)['text'])));
  }
  throw new Unavailable('The connection broke off in the middle of the answer.');
}

function objectIn(data: string): Record<string, unknown> {
  try {
    const value = JSON.parse(data) as Record<string, unknown> | null;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Handled as a value that is not an object.
  }
  throw new Unavailable('The answer is not JSON. Check that the address is that of Parley.');
}

/** Seconds until the turn can be retried. Null to give up. */
function patienceFor(error: unknown): number | null {
  if (error instanceof Unavailable) return 1;
  if (!(error instanceof Refusal)) return null;
  const { retryAfter } = error.context;
  return retryAfter !== null && retryAfter <= LONGEST_WAIT ? retryAfter : null;
}
