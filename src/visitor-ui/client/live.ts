import { ApiProblem } from './api';
import { backoffMs, pause } from './backoff';
import type { LiveEvent } from './types';

/** In milliseconds; an object, so that tests need not wait. */
export const LIVE_TIMES = {
  /** The service sends a comment every 15 s: after this without a byte, something on the way holds the stream back. */
  silence: 20_000,
  poll: 3_000,
};

export interface LiveSource {
  /** Resolves when the server has ended the stream. */
  stream(
    conversationId: string,
    signal: AbortSignal,
    onEvent: (event: LiveEvent) => void,
    onBytes: () => void,
  ): Promise<void>;
  /** What is new, as events. */
  poll(conversationId: string, round: number): Promise<LiveEvent[]>;
}

/** As much of BroadcastChannel and Web Locks as is used; both may be missing or throw. */
export interface Browser {
  channel(name: string): {
    postMessage(message: unknown): void;
    onmessage: ((event: MessageEvent) => void) | null;
    close(): void;
  };
  lock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<unknown>;
}

/**
 * The events of one conversation. Of several tabs one reads the stream, whichever has the lock, and tells the others: a browser
 * opens no more than six connections to a server. Where it has no locks, each tab polls.
 */
export class Live {
  private conversationId: string | null = null;
  private stop: AbortController | null = null;

  constructor(
    private readonly source: LiveSource,
    private readonly browser: Browser,
    private readonly onEvent: (event: LiveEvent) => void,
  ) {}

  /** null: none. */
  follow(conversationId: string | null): void {
    if (conversationId === this.conversationId) return;
    this.stop?.abort();
    this.stop = null;
    this.conversationId = conversationId;
    if (!conversationId) return;
    this.stop = new AbortController();
    void this.begin(conversationId, this.stop.signal);
  }

  private async begin(conversationId: string, signal: AbortSignal): Promise<void> {
    const name = `parley:${conversationId}`;
    let tell = this.onEvent;
    try {
      const channel = this.browser.channel(name);
      signal.addEventListener('abort', () => channel.close());
      channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
        if (!signal.aborted) this.onEvent(data);
      };
      tell = (event) => {
        if (signal.aborted) return;
        this.onEvent(event);
        channel.postMessage(event);
      };
      await this.browser.lock(name, signal, () => this.read(conversationId, signal, tell));
    } catch {
      if (!signal.aborted) await this.pollOn(conversationId, signal, tell, Infinity);
    }
  }

  /** The stream, again and again, until nobody wants it or it may not be had. */
  private async read(conversationId: string, signal: AbortSignal, tell: (event: LiveEvent) => void): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const round = new AbortController();
      const end = (): void => round.abort();
      signal.addEventListener('abort', end);
      let silent = false;
      let timer = 0 as unknown as ReturnType<typeof setTimeout>;
      const listen = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          silent = true;
          round.abort();
        }, LIVE_TIMES.silence);
      };
      let wait = 0;
      try {
        listen();
        await this.source.stream(conversationId, round.signal, tell, () => {
          attempt = 0;
          listen();
        });
        // Ended by the server, which does so now and then: taken up again at once.
        wait = 200;
      } catch (error) {
        if (error instanceof ApiProblem && ends(error)) return;
        wait = Math.max(backoffMs(attempt), (error instanceof ApiProblem ? (error.retryAfter ?? 0) : 0) * 1_000);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
      if (silent) await this.pollOn(conversationId, signal, tell, 100);
      else await pause(wait, signal);
    }
  }

  private async pollOn(
    conversationId: string,
    signal: AbortSignal,
    tell: (event: LiveEvent) => void,
    times: number,
  ): Promise<void> {
    for (let round = 0, failed = 0; round < times && !signal.aborted; round++) {
      try {
        for (const event of await this.source.poll(conversationId, round)) tell(event);
        failed = 0;
      } catch (error) {
        if (error instanceof ApiProblem && ends(error)) return;
        failed++;
      }
      await pause(failed ? backoffMs(failed) : LIVE_TIMES.poll, signal);
    }
  }
}

/** Nothing comes of asking again: the session or the conversation is gone. */
function ends({ status }: ApiProblem): boolean {
  return status === 401 || status === 403 || status === 404;
}
