import type { LogEntry } from '../event-types/log-entry';
import type { Lock } from './lock-order';

/**
 * A change in a workspace, named in the past tense and published in the transaction that makes the change. Its data is JSON: ids,
 * states, numbers and times as ISO strings. It contains no text, name or address of a person, because deliveries are stored.
 */
export abstract class DomainEvent<Data extends object = object> {
  /** The last lock in {@link LOCK_ORDER} that a publisher may hold. Subscribers may only take later locks. */
  static readonly holds: Lock | null = null;

  constructor(readonly data: Data & { readonly workspaceId: string }) {}

  /** The event of the workspace's log that this is. Null: it is none. */
  get logged(): LogEntry | null {
    return null;
  }
}

/** A class of events. An abstract class stands for all its subclasses. */
export type EventClass<Event extends DomainEvent = DomainEvent> = (abstract new (...args: never[]) => Event) & {
  readonly holds: Lock | null;
};
