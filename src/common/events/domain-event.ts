import type { Lock } from './lock-order';

/**
 * A fact about a workspace, named in the past tense and published in the transaction that makes it true. Its data is JSON: ids,
 * states, numbers and times as ISO strings, and no text, name or address of a person, since deliveries are stored.
 */
export abstract class DomainEvent<Data extends object = object> {
  /** The last lock in {@link LOCK_ORDER} that a publisher may hold: subscribers lock what comes after it. */
  static readonly holds: Lock | null = null;

  constructor(readonly data: Data & { readonly workspaceId: string }) {}
}

/** A class of events; an abstract one stands for all that extend it. */
export type EventClass<Event extends DomainEvent = DomainEvent> = (abstract new (...args: never[]) => Event) & {
  readonly holds: Lock | null;
};
