import 'reflect-metadata';
import type { DomainEvent, EventClass } from './domain-event';
import type { Delivery } from './event-deliveries';
import type { Lock } from './lock-order';

const SUBSCRIPTIONS = Symbol('subscriptions');

interface Subscription {
  readonly events: readonly EventClass[];
  /** The first lock that the method takes. Null if it runs after the commit. */
  readonly locks: Lock | null;
}

type Handler<Arguments extends readonly unknown[]> = <Method extends (...args: Arguments) => Promise<void>>(
  target: object,
  key: string,
  method: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Subscribes a method of a provider to events of these classes and their subclasses. It runs once in each transaction that publishes
 * any of them, before the commit, with all of them in the order of publishing. If it throws, the transaction is rolled back.
 *
 * @param locks the first lock that the method takes. Subscribers run in the order of their locks.
 */
export function OnEvents<Event extends DomainEvent>(
  events: readonly EventClass<Event>[],
  { locks }: { readonly locks: Lock },
): Handler<[events: readonly Event[]]> {
  return (target, key) => subscribe(target, key, { events, locks });
}

/**
 * Subscribes a method of a provider to events of exactly these classes, after the commit of the transaction that published them. It
 * receives one event at a time, in no particular order, at least once: if it throws or its process dies, it receives the event again.
 * See docs/events.md.
 */
export function AfterCommit<Event extends DomainEvent>(
  events: readonly EventClass<Event>[],
): Handler<[event: Event, delivery: Delivery]> {
  return (target, key) => subscribe(target, key, { events, locks: null });
}

/** The subscriptions of a class and its base classes, by the names of their methods. */
export function subscriptionsOf(prototype: object): ReadonlyMap<string, Subscription> {
  return (Reflect.getMetadata(SUBSCRIPTIONS, prototype) ?? new Map()) as Map<string, Subscription>;
}

function subscribe(prototype: object, method: string, subscription: Subscription): void {
  Reflect.defineMetadata(SUBSCRIPTIONS, new Map([...subscriptionsOf(prototype), [method, subscription]]), prototype);
}
