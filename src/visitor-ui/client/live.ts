import { ApiProblem } from './api';
import { backoffMs, pause } from './backoff';
import type { LiveEvent } from './types';

/** In milliseconds. An object, so that tests can shorten the waits. */
export const LIVE_TIMES = {
  /**
   * The service sends a comment every 15 s. After this time without a byte, something on the way buffers the stream.
   */
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
  /** Returns new events. */
  poll(conversationId: string, round: number): Promise<LiveEvent[]>;
}

/** The parts of BroadcastChannel and Web Locks that are used. Both may be missing or throw. */
export interface Browser {
  channel(name: string): {
    postMessage(message: unknown): void;
    onmessage: ((event: MessageEvent) => void) | null;
    close(): void;
  };
  lock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<unknown>;
}

/**
 * The events of one conversation. One of several tabs, the one that holds the lock, reads the stream and posts the
 * events to the others: a browser opens at most six connections to a server. Without locks, each tab polls.
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
    let deliver = this.onEvent;
    try {
      const channel = this.browser.channel(name);
      signal.addEventListener('abort', () => channel.close());
      channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
        if (!signal.aborted) this.onEvent(data);
      };
      deliver = (event) => {
        if (signal.aborted) return;
        this.onEvent(event);
        channel.postMessage(event);
      };
      await this.browser.lock(name, signal, () => this.read(conversationId, signal, deliver));
    } catch {
      if (!signal.aborted) await this.pollOn(conversationId, signal, deliver, Infinity);
    }
  }

  /** Reads the stream again and again, until it is no longer wanted or no longer allowed. */
  private async read(conversationId: string, signal: AbortSignal, deliver: (event: LiveEvent) => void): Promise<void> {
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
        await this.source.stream(conversationId, round.signal, deliver, () => {
          attempt = 0;
          listen();
        });
        // The server ends streams now and then. Opens it again after a short wait.
        wait = 200;
      } catch (error) {
        if (error instanceof ApiProblem && ends(error)) return;
        wait = Math.max(backoffMs(attempt), (error instanceof ApiProblem ? (error.retryAfter ?? 0) : 0) * 1_000);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
      if (silent) await this.pollOn(conversationId, signal, deliver, 100);
      else await pause(wait, signal);
    }
  }

  private async pollOn(
    conversationId: string,
    signal: AbortSignal,
    deliver: (event: LiveEvent) => void,
    times: number,
  ): Promise<void> {
    for (let round = 0, failed = 0; round < times && !signal.aborted; round++) {
      try {
        for (const event of await this.source.poll(conversationId, round)) deliver(event);
        failed = 0;
      } catch (error) {
        if (error instanceof ApiProblem && ends(error)) return;
        failed++;
      }
      await pause(failed ? backoffMs(failed) : LIVE_TIMES.poll, signal);
    }
  }
}

/** Whether retrying is pointless: the session or the conversation is gone. */
function ends({ status }: ApiProblem): boolean {
  return status === 401 || status === 403 || status === 404;
}
