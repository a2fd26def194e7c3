import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { whileAuthorized } from '../auth/while-authorized';
import { logger } from '../logging/logger';
import { breakOff } from '../request/break-off';
import { untilSecondEnds } from '../time/every-second';
import { currentRequest } from '../request/request-context';

/** One event of a stream. `data` is JSON. */
export interface StreamedEvent {
  id: string;
  event: string;
  data: string;
  /** How long a reader waits before it reconnects, in milliseconds. Can be sent with any event. */
  retry?: number;
}

/** Times in milliseconds. An object, so that tests can shorten them. */
export const STREAM_TIMES = {
  /** The interval of heartbeats, short enough that proxies and clients do not close the connection. */
  heartbeat: 15_000,
  /** How long a reader may receive nothing before the stream ends. */
  stuck: 60_000,
};

/** Converts typed events to events of a stream, numbered from 1. */
export async function* numbered(
  events: AsyncIterable<{ readonly event: string; readonly data: object }>,
): AsyncGenerator<StreamedEvent> {
  let count = 0;
  for await (const { event, data } of events) {
    count += 1;
    yield { id: String(count), event, data: JSON.stringify(data) };
  }
}

const SILENCE = Symbol('silence');

/**
 * Sends server-sent events for as long as the reader stays connected and authorized, which is checked before each event and with each
 * heartbeat. The signal passed to `open` aborts after the reader has left; the events must end then. An error of `open` becomes the
 * response.
 */
export async function eventStream(
  open: (signal: AbortSignal) => Promise<AsyncIterable<StreamedEvent>>,
): Promise<StreamableFile> {
  const { response } = currentRequest();
  const left = new AbortController();
  response.once('close', () => left.abort());
  const events = await open(left.signal);
  // Caches and compression would hold back events until their buffer is full.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  // Disables buffering in nginx, which would hold back events.
  response.setHeader('X-Accel-Buffering', 'no');
  const texts = whileAuthorized(written(events, response), { lookWhileIdleMs: STREAM_TIMES.heartbeat });
  const file = new StreamableFile(Readable.from(texts, { objectMode: false, highWaterMark: 65_536 }), {
    type: 'text/event-stream; charset=utf-8',
  });
  return file.setErrorHandler((error) => {
    left.abort();
    if (response.destroyed) return;
    logger.error({ err: error }, 'an event stream failed');
    breakOff(response);
  });
}

async function* written(events: AsyncIterable<StreamedEvent>, response: Response): AsyncGenerator<string> {
  const source = events[Symbol.asyncIterator]();
  let stuck: NodeJS.Timeout | undefined;
  try {
    let next = source.next();
    for (;;) {
      const event = await orSilence(next);
      if (event !== SILENCE && event.done) return;
      stuck = setTimeout(() => breakOff(response), STREAM_TIMES.stuck).unref();
      yield event === SILENCE ? ': \n\n' : textOf(event.value);
      clearTimeout(stuck);
      if (event !== SILENCE) next = source.next();
    }
  } finally {
    clearTimeout(stuck);
    await source.return?.();
  }
}

function textOf({ id, event, data, retry }: StreamedEvent): string {
  return `${retry === undefined ? '' : `retry: ${retry}\n`}id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

/** The next event, or SILENCE after about one heartbeat interval without an event: the silences of many streams end together. */
async function orSilence<T>(next: Promise<T>): Promise<T | typeof SILENCE> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<typeof SILENCE>((resolve) => {
    timer = setTimeout(() => resolve(SILENCE), untilSecondEnds(STREAM_TIMES.heartbeat)).unref();
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
