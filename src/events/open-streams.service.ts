import { Injectable } from '@nestjs/common';
import { TooManyStreams } from './events.errors';

/** Streams and waiting requests of one member on one process, at most. */
export const MOST_STREAMS = 20;

/** What members have open on this process. */
@Injectable()
export class OpenStreams {
  /** By member. */
  private readonly open = new Map<string, number>();

  /** Counts one more until `signal` aborts. @throws TooManyStreams 429 */
  enter(memberId: string, signal: AbortSignal): void {
    const open = this.open.get(memberId) ?? 0;
    if (open >= MOST_STREAMS) throw new TooManyStreams(MOST_STREAMS);
    this.open.set(memberId, open + 1);
    const leave = (): void => {
      const left = (this.open.get(memberId) ?? 1) - 1;
      if (left > 0) this.open.set(memberId, left);
      else this.open.delete(memberId);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
}
