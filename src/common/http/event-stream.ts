import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { AuthorityWatch, BELIEVED_MS } from '../auth/authority-watch';
import { logger } from '../logging/logger';
import { breakOff } from '../request/break-off';
import { currentRequest, type RequestContext } from '../request/request-context';
import { everySecond } from '../time/every-second';
import { readerLeft } from './reader-left';

/** One event of a stream. `data` is JSON. */
export interface StreamedEvent {
  id: string;
  event: string;
  data: string;
  /** How long a reader waits before it reconnects, in milliseconds. Can be sent with any event. */
  retry?: number;
}

/** Events in the order in which they are sent. Those of one piece are sent together. */
export type EventPieces = AsyncIterable<readonly StreamedEvent[]>;

/** Times in milliseconds. An object, so that tests can shorten them. */
export const STREAM_TIMES = {
  /** The interval of heartbeats, whole seconds: short enough that proxies and clients do not close the connection. */
  heartbeat: 15_000,
  /** How long a reader may receive nothing before the stream ends. */
  stuck: 60_000,
};

/** Characters that may wait for a slow reader before no more events are taken. */
const MOST_UNREAD = 65_536;
/** A comment, which readers ignore. */
const HEARTBEAT = ': \n\n';
/** Seconds are never counted on the dot. */
const HALF_A_SECOND_MS = 500;

/** Converts typed events to events of a stream, numbered from 1. */
export async function* numbered(
  events: AsyncIterable<{ readonly event: string; readonly data: object }>,
): AsyncGenerator<readonly StreamedEvent[]> {
  let count = 0;
  for await (const { event, data } of events) {
    count += 1;
    yield [{ id: String(count), event, data: JSON.stringify(data) }];
  }
}

/**
 * Sends server-sent events for as long as the reader stays connected and authorized, which is checked before each piece and with each
 * heartbeat. The signal passed to `open` aborts once the reader has left, even if that was before; the events must end then. An error of
 * `open` becomes the response.
 */
export async function eventStream(open: (signal: AbortSignal) => Promise<EventPieces>): Promise<StreamableFile> {
  const request = currentRequest();
  const { response } = request;
  const events = await open(readerLeft(response));
  // Caches and compression would hold back events until their buffer is full.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  // Disables buffering in nginx, which would hold back events.
  response.setHeader('X-Accel-Buffering', 'no');
  const file = new StreamableFile(new EventText(events, request), { type: 'text/event-stream; charset=utf-8' });
  return file.setErrorHandler((error) => {
    if (response.destroyed) return;
    logger.error({ err: error }, 'an event stream failed');
    breakOff(response);
  });
}

/**
 * The text of a stream of events, while its reader is authorized. An event often goes to thousands of streams at once, so a stream
 * has few promises and one write for each piece: a chain of generators took ten times as long.
 */
class EventText extends Readable {
  private readonly source: AsyncIterator<readonly StreamedEvent[]>;
  private readonly watch: AuthorityWatch | null;
  private isReading = false;
  private isWaiting = false;
  private hasEnded = false;
  private hasBegun = false;
  private stopHeartbeats: () => void = () => {};
  private beatAt = 0;
  /** Set while the reader must take text before more can be sent. */
  private stuck: NodeJS.Timeout | undefined;

  constructor(
    events: EventPieces,
    private readonly request: RequestContext,
  ) {
    super({ highWaterMark: MOST_UNREAD });
    this.source = events[Symbol.asyncIterator]();
    this.watch = AuthorityWatch.of(request);
  }

  override _read(): void {
    if (!this.hasBegun) this.begin();
    clearTimeout(this.stuck);
    this.stuck = undefined;
    if (!this.isReading) void this.readOn();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.hasEnded = true;
    clearTimeout(this.stuck);
    this.stopHeartbeats();
    this.watch?.end();
    // Do not wait: a source in which nothing happens never completes its next piece.
    this.source.return?.().then(undefined, () => {});
    done(error);
  }

  /** Not before the first read: until then, an error has no listener. */
  private begin(): void {
    this.hasBegun = true;
    if (this.watch) this.watch.onRefusal = (refusal) => void this.destroy(refusal);
    this.watch?.begin(() => this.isIdle, STREAM_TIMES.heartbeat);
    // Not all in the same second: after a restart, thousands of streams open together.
    this.beatAt = performance.now() + Math.random() * STREAM_TIMES.heartbeat;
    this.stopHeartbeats = everySecond(() => void this.beatIfDue());
  }

  private async readOn(): Promise<void> {
    this.isReading = true;
    try {
      for (let hasRoom = true; hasRoom && !this.hasEnded;) {
        this.isWaiting = true;
        const piece = await this.source.next();
        this.isWaiting = false;
        // The caller takes a response with its end for complete.
        await this.watch?.ensure(piece.done ? 0 : BELIEVED_MS);
        hasRoom = piece.done ? this.close() : this.send(piece.value.map(textOf).join(''));
      }
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      this.isReading = false;
    }
  }

  /** Sends a heartbeat even if events came in between: a timer for each event would cost more. */
  private async beatIfDue(): Promise<void> {
    const now = performance.now();
    if (now < this.beatAt || this.stuck) return;
    this.beatAt = now + STREAM_TIMES.heartbeat - HALF_A_SECOND_MS;
    try {
      await this.watch?.ensure(BELIEVED_MS);
      this.send(HEARTBEAT);
    } catch (refusal) {
      this.destroy(refusal as Error);
    }
  }

  /** @returns whether there is room for more */
  private send(text: string): boolean {
    if (this.hasEnded) return false;
    const hasRoom = this.push(text);
    if (!hasRoom) this.stuck ??= setTimeout(() => breakOff(this.request.response), STREAM_TIMES.stuck).unref();
    return hasRoom;
  }

  private close(): boolean {
    this.hasEnded = true;
    return this.push(null);
  }

  /** Whether the reader has all there is. */
  private get isIdle(): boolean {
    return this.isWaiting && this.request.response.writableLength === 0;
  }
}

function textOf({ id, event, data, retry }: StreamedEvent): string {
  return `${retry === undefined ? '' : `retry: ${retry}\n`}id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}
