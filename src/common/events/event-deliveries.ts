import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { newId } from '../database/uuid';
import type { LeasedQueue } from '../jobs/leased-queue';
import { LeasedQueues } from '../jobs/leased-queues';
import type { Claimed } from '../jobs/leased-queue.types';
import { logger } from '../logging/logger';
import type { DomainEvent, EventClass } from './domain-event';
import { EventDelivery } from './event-delivery.entity';

/** About 8 hours in all: the first delay is 5 seconds, then it doubles each time up to an hour. */
export const MOST_ATTEMPTS = 14;
const FIRST_RETRY_SECONDS = 5;
const LAST_RETRY_SECONDS = 3_600;
const CONCURRENCY = 4;

type Claim = Claimed & Pick<EventDelivery, 'workspaceId' | 'id' | 'subscriber' | 'event' | 'data'>;

/** A delivery as its subscriber sees it. `id` is the same in each attempt; `attempt` begins at 1. */
export interface Delivery {
  readonly id: string;
  readonly attempt: number;
}

/** A method with `@AfterCommit`. */
export interface LateSubscriber {
  /** `Class.method`. */
  readonly name: string;
  readonly events: readonly EventClass[];
  readonly handle: (event: DomainEvent, delivery: Delivery) => Promise<void>;
}

/** Delivers events to subscribers that run after the commit. Events are stored with the change, and delivered at least once. */
@Injectable()
export class EventDeliveries {
  private readonly subscribers = new Map<string, LateSubscriber>();
  private queue: LeasedQueue<EventDelivery, Claim> | undefined;

  constructor(
    private readonly work: UnitOfWork,
    private readonly queues: LeasedQueues,
  ) {}

  /**
   * Adds a subscriber. Call it before the background runner starts. Without subscribers, no queue is polled.
   *
   * @throws Error for a second subscriber of the same name, because stored deliveries identify subscribers by name
   */
  add(subscriber: LateSubscriber): void {
    if (this.subscribers.has(subscriber.name)) {
      throw new Error(`Two methods that subscribe after the commit are named ${subscriber.name}`);
    }
    this.subscribers.set(subscriber.name, subscriber);
    this.queue ??= this.queues.open<EventDelivery, Claim>({
      name: 'event_deliveries',
      entity: EventDelivery,
      columns: ['subscriber', 'event', 'data'],
      leaseSeconds: 60,
      concurrency: CONCURRENCY,
      work: (claim) => this.deliver(claim),
      onError: (claim, error) => this.failed(claim, error),
    });
  }

  /** Stores the events in the running transaction: one statement. */
  async store(subscriber: string, events: readonly DomainEvent[]): Promise<void> {
    const rows = events.map((event) => ({
      workspaceId: event.data.workspaceId,
      id: newId(),
      subscriber,
      event: event.constructor.name,
      data: event.data,
    }));
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(EventDelivery)
      .values(rows)
      .updateEntity(false)
      .execute();
  }

  private async deliver(claim: Claim): Promise<void> {
    const subscriber = this.subscribers.get(claim.subscriber);
    const Class = subscriber?.events.find(({ name }) => name === claim.event);
    if (!subscriber || !Class) throw new Error(`No method ${claim.subscriber} subscribes to ${claim.event}`);
    const event = Object.assign(Object.create(Class.prototype as object) as DomainEvent, { data: claim.data });
    await subscriber.handle(event, { id: claim.id, attempt: claim.attempts });
    await this.queue!.delete(claim);
  }

  private async failed(claim: Claim, error: unknown): Promise<boolean> {
    const { workspaceId, id, subscriber, event, attempts } = claim;
    logger.error(
      { err: error, workspace: workspaceId, delivery: id, subscriber, event, attempts },
      'delivery of an event failed',
    );
    if (attempts >= MOST_ATTEMPTS) await this.queue!.finish(claim, { failedAt: () => 'now()' });
    else await this.queue!.postpone(claim, Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LAST_RETRY_SECONDS));
    return true;
  }
}
