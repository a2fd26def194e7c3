import { createParser } from 'eventsource-parser';
import { type InboxEvent, recordedAt, type StreamedEvent } from './records';

/** In milliseconds. An object, so that tests can shorten the waits. */
export const STREAM_TIMES = {
  /** The service sends a comment every 15 s. */
  silence: 45_000,
  first: 1_000,
  longest: 30_000,
};

/** Reading the whole list again costs less than this many events. */
const MOST_CAUGHT_UP = 2_000;

export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

interface Handlers {
  /** Events follow. `anew`: some may be missing before them, so what is shown must be read again. */
  opened(anew: boolean, id: string): void;
  event(event: StreamedEvent): void;
  connection(state: Connection): void;
  /** Something has arrived, at least every 15 s. */
  heard(): void;
}

/** Opens the stream after `lastId`, or from now on. */
export type OpenStream = (lastId: string | null, signal: AbortSignal) => Promise<Response>;

/** One stream of events, opened again and again until it is no longer wanted or no longer allowed. */
export class EventStream {
  private attempt = 0;
  private wake: (() => void) | null = null;

  constructor(
    private readonly open: OpenStream,
    private readonly handlers: Handlers,
    private lastId: string | null = null,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    this.handlers.connection('connecting');
    while (!signal.aborted) {
      const wait = await this.round(signal);
      if (signal.aborted) return;
      if (wait === 'refused') return this.handlers.connection('refused');
      this.handlers.connection('lost');
      await this.pause(wait, signal);
    }
  }

  /** Tries at once: the browser is online again, or its tab is looked at. */
  nudge(): void {
    this.wake?.();
  }

  /** Reads one connection to its end, and answers how long to wait for the next. */
  private async round(signal: AbortSignal): Promise<number | 'refused'> {
    const round = new AbortController();
    const end = (): void => round.abort();
    signal.addEventListener('abort', end);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = (): void => {
      clearTimeout(timer);
      timer = setTimeout(end, STREAM_TIMES.silence);
    };
    try {
      listen();
      const response = await this.open(this.lastId, round.signal);
      if (response.status === 400) return this.beginAnew();
      if ([401, 403, 404].includes(response.status)) return 'refused';
      if (!response.ok || !response.body) return this.backoff(Number(response.headers.get('retry-after')) * 1_000 || 0);
      return await this.read(response.body, recordedNow(response), listen);
    } catch {
      return this.backoff();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      end();
    }
  }

  private async read(body: ReadableStream<Uint8Array>, openedAt: number, listen: () => void): Promise<number> {
    const continued = this.lastId !== null;
    let behind = 0;
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        if (behind > MOST_CAUGHT_UP) return;
        this.lastId = id ?? this.lastId;
        if (event === 'stream.lagged') return;
        if (event === 'stream.opened' || event === 'stream.reset') {
          this.attempt = 0;
          this.handlers.opened(!continued || event === 'stream.reset', id ?? '');
          return this.handlers.connection('open');
        }
        if (continued && recordedAt(id ?? '') < openedAt) behind += 1;
        this.handlers.event({ id: id ?? '', data: JSON.parse(data) as InboxEvent });
      },
    });
    const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      // The service ends streams now and then, for example when it restarts.
      if (done) return this.backoff();
      listen();
      parser.feed(value);
      this.handlers.heard();
      if (behind > MOST_CAUGHT_UP) return this.beginAnew();
    }
  }

  private beginAnew(): number {
    this.lastId = null;
    return this.backoff();
  }

  private backoff(least = 0): number {
    const whole = Math.min(STREAM_TIMES.longest, STREAM_TIMES.first * 2 ** this.attempt);
    this.attempt += 1;
    return Math.max(least, STREAM_TIMES.first, whole * (0.5 + Math.random() / 2));
  }

  private pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.wake = end;
      signal.addEventListener('abort', end);
    });
  }
}

function recordedNow(response: Response): number {
  return Date.parse(response.headers.get('date') ?? '') || Date.now();
}
