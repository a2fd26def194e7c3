import type { Response } from 'express';
import { DomainError } from '../errors/domain-error';
import { logger } from '../logging/logger';
import { breakOff } from '../request/break-off';
import type { RequestContext } from '../request/request-context';
import { everySecond } from '../time/every-second';

/** How often to check the caller while no data passes, in milliseconds: as often as {@link everySecond} calls. */
const LOOK_EVERY_MS = 1_000;
/** How long the result of a check is valid while data passes, in milliseconds. */
export const BELIEVED_MS = 200;

/**
 * Checks repeatedly whether a request may continue: see {@link RequestContext.ensureAuthorized}. A caller that loses its access
 * gets no more data about a second later: the response is aborted, so that no part looks like the whole.
 */
export class AuthorityWatch {
  /** Called once, with the refusal. */
  onRefusal: (refusal: Error) => void = () => {};
  private stop: () => void = () => {};
  private looking?: Promise<void>;
  private lookedAt = -Infinity;
  private refusal: Error | null = null;

  private constructor(
    private readonly request: RequestContext,
    private readonly look: () => Promise<void>,
  ) {}

  /** Null for an operation without access checks. */
  static of(request: RequestContext): AuthorityWatch | null {
    return request.ensureAuthorized ? new AuthorityWatch(request, request.ensureAuthorized) : null;
  }

  /** @param idleMs how often to check while `isIdle` says that no data passes */
  begin(isIdle: () => boolean = () => false, idleMs = LOOK_EVERY_MS): void {
    const age = (): number => (isIdle() ? idleMs : LOOK_EVERY_MS) - LOOK_EVERY_MS / 2;
    this.stop = everySecond(() => void this.lookIfOlder(age()));
  }

  /** Continues to check while a slow reader still receives data. */
  end(): void {
    const { response } = this.request;
    this.onRefusal = () => {};
    if (response.headersSent && !response.closed) response.once('close', this.stop);
    else this.stop();
  }

  /** @throws the refusal of the caller, if the last check is older */
  async ensure(believedMs: number): Promise<void> {
    await this.lookIfOlder(believedMs);
    if (this.refusal !== null) throw this.refusal;
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
    this.onRefusal(refusal);
    if (!isUnderWay(response)) return;
    const code = refusal instanceof DomainError ? refusal.code : undefined;
    logger.info({ requestId, code }, 'aborted a response: its caller is no longer authorized');
    breakOff(response);
  }
}

function isUnderWay(response: Response): boolean {
  return response.headersSent && !response.closed;
}
