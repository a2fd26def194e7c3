import type { Response } from 'express';
import { DomainError } from '../errors/domain-error';
import { logger } from '../logging/logger';
import { everySecond } from '../time/every-second';
import { breakOff } from '../request/break-off';
import { currentRequest, type RequestContext } from '../request/request-context';

/** How often to check the caller while no data passes, in milliseconds: as often as {@link everySecond} calls. */
const LOOK_EVERY_MS = 1_000;
/** How long the result of a check is valid while data passes, in milliseconds. */
const BELIEVED_MS = 200;

interface WatchOptions {
  /** How often to check while waiting for the next piece, after the other side has read all pieces so far. */
  lookWhileIdleMs?: number;
  /** Bytes of the whole, where Content-Length names them. The pieces are then buffers. */
  length?: number;
}

/**
 * Passes on the pieces of a long response or request body for as long as the running request would still be allowed: see
 * {@link RequestContext.ensureAuthorized}. It checks before each piece, at most five times a second, and after the last piece, or
 * before it where `length` is known. While the other side is idle, it checks once a second until the response has been sent. Each
 * check costs the statement of an authentication: two for short data, at most five a second for long data.
 *
 * A caller that loses its access gets no more data about a second later. A response is aborted, so that no part looks like the
 * whole. A request body throws the refusal at the next piece.
 */
export function whileAuthorized<T>(
  pieces: AsyncIterable<T>,
  { lookWhileIdleMs = LOOK_EVERY_MS, length = Infinity }: WatchOptions = {},
): AsyncIterable<T> {
  const request = currentRequest();
  const watch = request.ensureAuthorized && new Watch(request, request.ensureAuthorized, lookWhileIdleMs);
  return watch ? watched(pieces, watch, length) : pieces;
}

async function* watched<T>(pieces: AsyncIterable<T>, watch: Watch, length: number): AsyncGenerator<T> {
  const source = pieces[Symbol.asyncIterator]();
  let rest = length;
  watch.begin();
  try {
    for (;;) {
      const next = await watch.orRefusal(source.next());
      rest -= next.done || length === Infinity ? 0 : (next.value as Buffer).length;
      // The caller takes a response with its last byte for complete, and may send the next request on its connection at once.
      const isLast = next.done || rest <= 0;
      await watch.ensure(isLast ? 0 : BELIEVED_MS);
      if (!next.done) yield next.value;
      if (isLast) return;
    }
  } finally {
    watch.end();
    // Do not wait: a sender who sends nothing never completes the next piece.
    source.return?.().then(undefined, () => {});
  }
}

/** Checks repeatedly whether a request may continue. */
class Watch {
  private stop: () => void = () => {};
  private looking?: Promise<void>;
  private lookedAt = -Infinity;
  private refusal: Error | null = null;
  private interrupt: (refusal: Error) => void = () => {};
  private isWaiting = false;

  constructor(
    private readonly request: RequestContext,
    private readonly look: () => Promise<void>,
    private readonly lookWhileIdleMs: number,
  ) {}

  begin(): void {
    const age = (): number => (this.isIdle ? this.lookWhileIdleMs : LOOK_EVERY_MS) - LOOK_EVERY_MS / 2;
    this.stop = everySecond(() => void this.lookIfOlder(age()));
  }

  /** Continues to check while a slow reader still receives data. */
  end(): void {
    const { response } = this.request;
    this.interrupt = () => {};
    if (response.headersSent && !response.closed) response.once('close', this.stop);
    else this.stop();
  }

  /** The result of `step`, or the refusal if that comes first. */
  async orRefusal<T>(step: Promise<T>): Promise<T> {
    this.isWaiting = true;
    try {
      return await new Promise((resolve, reject) => {
        this.interrupt = reject;
        step.then(resolve, reject);
      });
    } finally {
      this.isWaiting = false;
    }
  }

  /** @throws the refusal of the caller */
  async ensure(believedMs: number): Promise<void> {
    await this.lookIfOlder(believedMs);
    if (this.refusal !== null) throw this.refusal;
  }

  /** Whether no unread data is on its way to the caller. */
  private get isIdle(): boolean {
    return this.isWaiting && this.request.response.writableLength === 0;
  }

  private async lookIfOlder(milliseconds: number): Promise<void> {
    if (this.refusal === null && performance.now() - this.lookedAt > milliseconds) {
      await (this.looking ??= this.lookAgain());
    }
  }

  private async lookAgain(): Promise<void> {
    const began = performance.now();
    try {
      await this.look();
      this.lookedAt = began;
    } catch (refusal) {
      this.lose(refusal as Error);
    } finally {
      this.looking = undefined;
    }
  }

  private lose(refusal: Error): void {
    const { requestId, response } = this.request;
    this.stop();
    this.refusal = refusal;
    this.interrupt(refusal);
    if (!isUnderWay(response)) return;
    const code = refusal instanceof DomainError ? refusal.code : undefined;
    logger.info({ requestId, code }, 'aborted a response: its caller is no longer authorized');
    breakOff(response);
  }
}

function isUnderWay(response: Response): boolean {
  return response.headersSent && !response.closed;
}
