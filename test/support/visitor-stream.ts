import { createParser } from 'eventsource-parser';

export interface VisitorEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** A stream of a visitor's events that a test reads step by step. */
export async function streamedEvents(
  parley: { url: string },
  token: string,
  conversationId: string,
  after?: string,
  headers: Record<string, string> = {},
) {
  const gone = new AbortController();
  const query = after === undefined ? '' : `?after=${after}`;
  const response = await fetch(`${parley.url}/api/v1/visitor/conversations/${conversationId}/events${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: gone.signal,
  });
  if (response.status !== 200)
    throw new Error(`streamVisitorEvents answered ${response.status}: ${await response.text()}`);
  const come: VisitorEvent[] = [];
  const parser = createParser({
    onEvent: ({ id = '', event = '', data }) =>
      come.push({ id, event, data: JSON.parse(data) as Record<string, unknown> }),
  });
  const pieces = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  return {
    headers: response.headers,
    leave: () => gone.abort(),
    /** What comes until the service ends the stream. */
    async toEnd(): Promise<VisitorEvent[]> {
      for (;;) {
        const { value, done } = await pieces.read();
        if (done) return come.splice(0);
        parser.feed(value);
      }
    },
    /** What comes from now on, up to the first of this name. */
    async until(event: string): Promise<VisitorEvent[]> {
      for (;;) {
        const place = come.findIndex((one) => one.event === event);
        if (place >= 0) return come.splice(0, place + 1);
        const { value, done } = await pieces.read();
        if (done) throw new Error(`The stream ended before ${event}, after ${JSON.stringify(come)}`);
        parser.feed(value);
      }
    },
  };
}
