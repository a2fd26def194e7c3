import type { IncomingMessage } from 'node:http';
import { Unavailable } from '../errors';

export interface StreamedEvent {
  event: string;
  /** Undefined if the event has none. */
  id: string | undefined;
  /** As sent. */
  data: string;
}

/** In characters. A usual answer has a few thousand. */
const LONGEST_STREAM = 64 * 1_048_576;

/** Server-sent events as they arrive. @throws Unavailable if the connection breaks off */
export async function* eventsOf(body: IncomingMessage): AsyncGenerator<StreamedEvent> {
  const { createParser } = await import('eventsource-parser');
  const come: StreamedEvent[] = [];
  const parser = createParser({ onEvent: ({ event = 'message', id, data }) => void come.push({ event, id, data }) });
  body.setEncoding('utf8');
  let length = 0;
  try {
    for await (const text of body as AsyncIterable<string>) {
      length += text.length;
      if (length > LONGEST_STREAM) break;
      parser.feed(text);
      yield* come.splice(0);
    }
  } catch {
    throw new Unavailable('The connection broke off in the middle of the answer.');
  }
}
