import type { Response } from 'express';
import { DomainError } from '../errors/domain-error';
import { logger } from '../logging/logger';
import { breakOff } from '../request/break-off';
import { currentRequest, type RequestContext } from '../request/request-context';

/** How often the caller is looked up again while nothing passes, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** How long a look-up is believed while much passes. */
const BELIEVED_MS = 200;

/**
 * The pieces of a long answer or a long body, for as long as the running request would still be let in: see
 * {@link RequestContext.ensureAuthorized}. Looked up before each piece, but not more than five times a second, and after
 * the last; and once a second while the other side neither takes nor sends anything, until the answer has left. Each costs
 * the statement of an authentication, so two for what is short and at most five a second for what is long.
 *
 * Whoever loses what the request was let in with gets nothing more about a second later: an answer under way is broken
 * off, so that no part looks like the whole, and of a body the next piece throws the refusal.
 */
export function whileAuthorized<T>(
  pieces: AsyncIterable<T>,
  /** How often the caller is looked up while the next piece is waited for and the other side has taken all others. */
  { lookWhileIdleMs = LOOK_EVERY_MS }: { lookWhileIdleMs?: number } = {},
): AsyncIterable<T> {
  const request = currentRequest();
  const watch = request.ensureAuthorized && new Watch(request, request.ensureAuthorized, lookWhileIdleMs);
  return watch ? watched(pieces, watch) : pieces;
}

async function* watched<T>(pieces: AsyncIterable<T>, watch: Watch): AsyncGenerator<T> {
  const source = pieces[Symbol.asyncIterator]();
  watch.begin();
  try {
    for (;;) {
      const next = await watch.orRefusal(source.next());
      await watch.ensure(next.done ? 0 : BELIEVED_MS);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    watch.end();
    // Not waited for: of a sender who sends nothing the next piece never comes.
    source.return?.().then(undefined, () => {});
  }
}

/** Looks again and again whether one request may go on. */
class Watch {
  private timer?: NodeJS.Timeout;
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
    this.timer = setInterval(() => void this.lookIfOlder(age()), LOOK_EVERY_MS).unref();
  }

  /** What was given may still be on its way to a slow reader. */
  end(): void {
    const { response } = this.request;
    this.interrupt = () => {};
    if (response.headersSent && !response.closed) response.once('close', () => clearInterval(this.timer));
    else clearInterval(this.timer);
  }

  /** What `step` gives, or the refusal where that comes first. */
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

  /** @throws the refusal */
  async ensure(believedMs: number): Promise<void> {
    await this.lookIfOlder(believedMs);
    if (this.refusal !== null) throw this.refusal;
  }

  /** Nothing is on its way that could be given to somebody who may not have it any more. */
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
    clearInterval(this.timer);
    this.refusal = refusal;
    this.interrupt(refusal);
    if (!isUnderWay(response)) return;
    const code = refusal instanceof DomainError ? refusal.code : undefined;
    logger.info({ requestId, code }, 'an answer was broken off: its caller may not have it any more');
    breakOff(response);
  }
}

function isUnderWay(response: Response): boolean {
  return response.headersSent && !response.closed;
}
