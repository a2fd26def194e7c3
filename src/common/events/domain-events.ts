import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { UnitOfWork } from '../database/unit-of-work';
import type { DomainEvent, EventClass } from './domain-event';
import { EventDeliveries, type LateSubscriber } from './event-deliveries';
import { type Lock, lockRank } from './lock-order';
import { subscriptionsOf } from './on-events.decorator';

interface Subscriber {
  readonly name: string;
  readonly events: readonly EventClass[];
  readonly locks: Lock;
  readonly handle: (events: readonly DomainEvent[]) => Promise<void>;
}

/**
 * Publishes events to their subscribers (`@OnEvents`) in the transaction of the change. Subscribers run at the end of the
 * transaction, in the order of {@link LOCK_ORDER}, each once with all of its events. So a transaction that publishes ten events
 * writes its log entries in one statement, and locks its most contended rows for the duration of the commit only.
 */
@Injectable()
export class DomainEvents implements OnModuleInit {
  /** Null until they are found. */
  private found: readonly Subscriber[] | null = null;
  private readonly byClass = new Map<unknown, readonly Subscriber[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly work: UnitOfWork,
    private readonly deliveries: EventDeliveries,
  ) {
    work.beforeCommit(() => this.settle());
  }

  /** @throws Error outside of a transaction */
  publish(...events: readonly DomainEvent[]): void {
    this.work.published.push(...events);
  }

  /** Runs the subscribers now, for a transaction that later removes rows that they read. */
  settle(): Promise<void> {
    return this.deliver(this.work.published as DomainEvent[]);
  }

  /** @throws Error with every subscription that takes locks in a different order than its events allow */
  onModuleInit(): void {
    this.found = this.findSubscribers();
  }

  /** A command of the operator makes changes without a start of the service. */
  private get subscribers(): readonly Subscriber[] {
    return (this.found ??= this.findSubscribers());
  }

  private findSubscribers(): readonly Subscriber[] {
    // A provider that is bound under several names subscribes once.
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    const subscribers = [...instances].flatMap((instance) => this.subscribersOf(instance));
    const problems = subscribers.flatMap(({ name, events, locks }) =>
      events
        .filter(({ holds }) => holds !== null && lockRank(holds) >= lockRank(locks))
        .map((event) => `${name} locks ${locks}, but a publisher of ${event.name} may hold ${event.holds}`),
    );
    if (problems.length > 0) throw new Error(`Invalid subscriptions:\n  ${problems.join('\n  ')}`);
    return subscribers.sort((a, b) => lockRank(a.locks) - lockRank(b.locks));
  }

  private subscribersOf(instance: unknown): Subscriber[] {
    if (typeof instance !== 'object' || instance === null) return [];
    const prototype = Object.getPrototypeOf(instance) as object;
    return [...subscriptionsOf(prototype)].map(([key, { events, locks }]) => {
      const name = `${prototype.constructor.name}.${key}`;
      const method = (instance as Record<string, (...args: unknown[]) => Promise<void>>)[key]!.bind(instance);
      return locks === null ? this.late({ name, events, handle: method }) : { name, events, locks, handle: method };
    });
  }

  /** Stores the events of the subscriber in the transaction of the change. It is called after the commit. */
  private late(subscriber: LateSubscriber): Subscriber {
    this.deliveries.add(subscriber);
    const { name, events } = subscriber;
    const isHandled = (event: DomainEvent): boolean => events.some((Class) => event.constructor === Class);
    const handle = async (published: readonly DomainEvent[]): Promise<void> => {
      const handled = published.filter(isHandled);
      if (handled.length > 0) await this.deliveries.store(name, handled);
    };
    return { name, events, locks: 'additions', handle };
  }

  /** `published` grows while subscribers publish events themselves. */
  private async deliver(published: DomainEvent[]): Promise<void> {
    const waiting = new Map<Subscriber, DomainEvent[]>();
    let reached = 0;
    for (let next = 0; next < published.length || waiting.size > 0;) {
      for (; next < published.length; next++) {
        const event = published[next]!;
        for (const subscriber of this.subscribersTo(event)) {
          const rank = lockRank(subscriber.locks);
          if (rank < reached) throw new Error(`${event.constructor.name} is published too late for ${subscriber.name}`);
          const events = waiting.get(subscriber);
          if (events) events.push(event);
          else waiting.set(subscriber, [event]);
        }
      }
      const subscriber = this.subscribers.find((one) => waiting.has(one));
      if (!subscriber) break;
      const events = waiting.get(subscriber)!;
      waiting.delete(subscriber);
      reached = lockRank(subscriber.locks);
      await subscriber.handle(events);
    }
    published.length = 0;
  }

  private subscribersTo(event: DomainEvent): readonly Subscriber[] {
    const known = this.byClass.get(event.constructor);
    if (known) return known;
    const found = this.subscribers.filter(({ events }) => events.some((Class) => event instanceof Class));
    this.byClass.set(event.constructor, found);
    return found;
  }
}
