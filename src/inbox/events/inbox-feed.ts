import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../../common/logging/logger';
import { FeedQueue } from './feed-queue';
import { InboxEventsRepository, type SettledEvent } from './settled-events.repository';
import type { StreamPosition } from './stream-position';

/** How often a process that has streams open looks for events, in milliseconds. */
const LOOK_EVERY_MS = 200;
/** The same after a failure. */
const PATIENCE_MS = 1_000;
/** Events that are read at once, at most. */
const BATCH = 500;

/**
 * Reads what happens in the workspaces that somebody listens to, once for all streams of the process, and hands it to them.
 * It asks the table again and again, and only while there are streams: a notification (NOTIFY) would make the commits of all
 * who write wait for each other, and would say no more than that there is something to read.
 */
@Injectable()
export class InboxFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queues = new Map<string, Set<FeedQueue>>();
  private readonly stopping = new AbortController();
  private wake: () => void = () => {};
  /** Where it is; null while it does not read. */
  private past: StreamPosition | null = null;
  private waiting: (() => void)[] = [];
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly events: InboxEventsRepository) {}

  /** Not begun by a request, whose connections and context it would have for good. */
  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Streams have no end of their own, and the server waits for them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.wake();
    for (const queue of this.allQueues()) queue.end();
    this.tellWaiting();
    await this.running;
  }

  /** What happens in the workspace from now on, until `signal` aborts. Nothing that is settled later is missing. */
  async subscribe(workspaceId: string, signal: AbortSignal): Promise<FeedQueue> {
    const queue = new FeedQueue();
    const queues = this.queues.get(workspaceId) ?? new Set();
    this.queues.set(workspaceId, queues.add(queue));
    const leave = (): void => {
      queue.end();
      queues.delete(queue);
      if (queues.size === 0) this.queues.delete(workspaceId);
    };
    if (signal.aborted || this.stopping.signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    this.wake();
    while (this.past === null && !queue.hasEnded) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return queue;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      if (this.queues.size === 0) await new Promise<void>((resolve) => (this.wake = resolve));
      else await this.follow().catch((error: unknown) => this.failed(error));
    }
  }

  /** From now on until nobody listens any more. */
  private async follow(): Promise<void> {
    try {
      this.past = await this.events.findHorizon();
      this.tellWaiting();
      while (this.queues.size > 0 && !this.stopping.signal.aborted) {
        this.past = await this.handOut(this.past);
        await pause(LOOK_EVERY_MS, undefined, { ref: false });
      }
    } finally {
      this.past = null;
    }
  }

  /** @returns the place up to which everything was handed out */
  private async handOut(past: StreamPosition): Promise<StreamPosition> {
    const before = await this.events.findHorizon();
    for (let from = past; ;) {
      const { events, next } = await this.events.listSettled([...this.queues.keys()], {
        past: from,
        before,
        most: BATCH,
      });
      for (const event of events) this.give(event);
      if (!next) return before;
      from = next;
    }
  }

  private tellWaiting(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const tell of waiting) tell();
  }

  private give(event: SettledEvent): void {
    for (const queue of this.queues.get(event.workspaceId) ?? []) queue.push(event);
  }

  /** Whoever listens would not know that they miss something: they come back and go on from where they were. */
  private async failed(error: unknown): Promise<void> {
    logger.error({ err: error }, 'the feed of inbox events failed');
    for (const queue of this.allQueues()) queue.end();
    this.tellWaiting();
    await pause(PATIENCE_MS, undefined, { ref: false });
  }

  private allQueues(): FeedQueue[] {
    return [...this.queues.values()].flatMap((queues) => [...queues]);
  }
}
