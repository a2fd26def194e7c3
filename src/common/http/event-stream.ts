import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { whileAuthorized } from '../auth/while-authorized';
import { logger } from '../logging/logger';
import { breakOff } from '../request/break-off';
import { currentRequest } from '../request/request-context';

/** One event of a stream. `data` is JSON. */
export interface StreamedEvent {
  id: string;
  event: string;
  data: string;
  /** How long a reader waits before it comes back, in milliseconds; told with any event. */
  retry?: number;
}

/** In milliseconds; an object, so that tests of a minute need not last one. */
export const STREAM_TIMES = {
  /** What proxies and clients take for a connection that is still alive. */
  heartbeat: 15_000,
  /** How long a reader may take nothing at all. */
  stuck: 60_000,
};

/** Typed events as those of a stream, numbered from 1. */
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
 * Events as server-sent events, for as long as their reader stays and may have them: looked up before each one, and with every
 * heartbeat while there is none. `open` is told by its signal that the reader has left, and has to end then; what it throws
 * is the answer.
 */
export async function eventStream(
  open: (signal: AbortSignal) => Promise<AsyncIterable<StreamedEvent>>,
): Promise<StreamableFile> {
  const { response } = currentRequest();
  const left = new AbortController();
  response.once('close', () => left.abort());
  const events = await open(left.signal);
  // What keeps or compresses a stream of events holds back what has not filled its buffer.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  // A proxy that gathers what it passes on would make a stream of nothing (nginx).
  response.setHeader('X-Accel-Buffering', 'no');
  const texts = whileAuthorized(written(events, response), { lookWhileIdleMs: STREAM_TIMES.heartbeat });
  const file = new StreamableFile(Readable.from(texts, { objectMode: false, highWaterMark: 65_536 }), {
    type: 'text/event-stream; charset=utf-8',
  });
  return file.setErrorHandler((error) => {
    left.abort();
    if (response.destroyed) return;
    logger.error({ err: error }, 'a stream of events broke off');
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

/** What comes, or the sign that nothing has come for so long. */
async function orSilence<T>(next: Promise<T>): Promise<T | typeof SILENCE> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<typeof SILENCE>((resolve) => {
    timer = setTimeout(() => resolve(SILENCE), STREAM_TIMES.heartbeat).unref();
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
