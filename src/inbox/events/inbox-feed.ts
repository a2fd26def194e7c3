import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../../common/logging/logger';
import { EventLog } from '../../events/event-log.service';
import { FeedQueue } from './feed-queue';
import { SettledEventsRepository, type SettledEvent } from './settled-events.repository';
import type { EventPosition } from '../../common/event-types/event-position';

/** How often a process with open streams reads new events, in milliseconds. */
const LOOK_EVERY_MS = 200;
/** The wait after a failure, in milliseconds. */
const PAUSE_MS = 1_000;
/** Events of one read, at most. */
const BATCH = 500;

/**
 * Reads the events of the workspaces that streams of this process follow, once for all streams, and passes them on. It polls the
 * table, and only while there are streams: NOTIFY would make all commits that write events wait for each other, and would
 * tell no more than that there is an event to read.
 */
@Injectable()
export class InboxFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queues = new Map<string, Set<FeedQueue>>();
  private readonly stopping = new AbortController();
  private wake: () => void = () => {};
  /** The position up to which it has read; null while it does not read. */
  private past: EventPosition | null = null;
  private waiting: (() => void)[] = [];
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly events: SettledEventsRepository,
    private readonly log: EventLog,
  ) {}

  /** Starts with the process: started by a request, it would keep the connection and context of that request. */
  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Ends all streams, because the server waits for them. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.wake();
    for (const queue of this.allQueues()) queue.end();
    this.resumeWaiting();
    await this.running;
  }

  /** All events of the workspace that settle from now on, until `signal` aborts. */
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

  /** Reads from now on until there are no more streams. */
  private async follow(): Promise<void> {
    try {
      this.past = await this.log.latest();
      this.resumeWaiting();
      while (this.queues.size > 0 && !this.stopping.signal.aborted) {
        this.past = await this.passOn(this.past);
        await pause(LOOK_EVERY_MS, undefined, { ref: false });
      }
    } finally {
      this.past = null;
    }
  }

  /** @returns the position up to which all events were passed on */
  private async passOn(past: EventPosition): Promise<EventPosition> {
    const before = await this.log.latest();
    // Nothing more has settled.
    if (before.transactionId === past.transactionId) return past;
    for (let from = past; ;) {
      const { events, next } = await this.events.listSettled([...this.queues.keys()], {
        past: from,
        before,
        most: BATCH,
      });
      for (const event of events) this.push(event);
      if (!next) return before;
      from = next;
    }
  }

  private resumeWaiting(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resume of waiting) resume();
  }

  private push(event: SettledEvent): void {
    for (const queue of this.queues.get(event.workspaceId) ?? []) queue.push(event);
  }

  /** Ends all streams, so that their readers reconnect with the last position that they have. */
  private async failed(error: unknown): Promise<void> {
    logger.error({ err: error }, 'reading inbox events failed');
    for (const queue of this.allQueues()) queue.end();
    this.resumeWaiting();
    await pause(PAUSE_MS, undefined, { ref: false });
  }

  private allQueues(): FeedQueue[] {
    return [...this.queues.values()].flatMap((queues) => [...queues]);
  }
}
