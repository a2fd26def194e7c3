import { randomUUID } from 'node:crypto';
import type { Capability } from '../capability';
import { eventsOf } from '../connection/event-stream';
import type { HttpAnswer } from '../connection/http-client';
import { retried } from '../connection/retried';
import type { Service } from '../connection/service';
import { type ErrorBody, Refusal, Unavailable } from '../errors';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';

/** The answer to a turn, as far as it is shown. */
export interface Turn {
  conversationId: string;
  /** None where a person has the conversation. */
  message: { content: string } | null;
  citations: { index: number; title: string | null; heading?: string | null; url: string | null; quote: string }[];
  /** Absent from a service that is older than they are. */
  suggestions?: { title: string; url: string | null }[];
}

/** Hears what an answer begins with while it is written: all of it so far, each time that there is more. */
export type HearWords = (words: string) => Promise<void>;

const TRIES = 3;
/** Beyond that a person decides, in seconds. */
const LONGEST_WAIT = 10;

/**
 * Says a turn, again under the same request id where it is not answered, so that nothing is said twice. It is streamed to who
 * hears; what was heard of a stream that broke off is heard again from its beginning.
 *
 * @throws CommandError
 */
export async function turnOf(service: Service, send: Capability, values: Values, hear?: HearWords): Promise<Turn> {
  const request = requestOf(send, { ...values, requestId: randomUUID() });
  if (hear) request.headers['accept'] = 'text/event-stream';
  const say = async (): Promise<Turn> => {
    const answer = await service.open(send, request);
    // A service that is older than streams gives the whole.
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream');
    return isStream ? streamed(answer, hear) : ((await service.read(answer)).body as Turn);
  };
  return retried(say, TRIES, patienceFor);
}

async function streamed({ body }: HttpAnswer, hear: HearWords = async () => {}): Promise<Turn> {
  let words = '';
  for await (const { event, data } of eventsOf(body)) {
    if (event === 'turn.completed') return objectIn(data) as unknown as Turn;
    if (event === 'turn.failed') throw new Unavailable((objectIn(data) as unknown as ErrorBody).error);
    if (event === 'message.delta') await hear((words += String(objectIn(data)['text'])));
  }
  throw new Unavailable('The connection broke off in the middle of the answer.');
}

function objectIn(data: string): Record<string, unknown> {
  try {
    const value = JSON.parse(data) as Record<string, unknown> | null;
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // As what is no object.
  }
  throw new Unavailable('The answer is not JSON. Is the address that of Parley?');
}

/** Seconds after which the same turn may be answered; null where it will not be. */
function patienceFor(error: unknown): number | null {
  if (error instanceof Unavailable) return 1;
  if (!(error instanceof Refusal)) return null;
  const { retryAfter } = error.context;
  return retryAfter !== null && retryAfter <= LONGEST_WAIT ? retryAfter : null;
}
