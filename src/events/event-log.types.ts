import type { EventActor } from '../common/event-types/log-entry';
import type { EventPosition } from '../common/event-types/event-position';

/** An event of the log. Nothing of it changes after it was written. */
export interface LoggedEvent {
  readonly id: string;
  readonly position: EventPosition;
  /** When the change was made. */
  readonly timestamp: Date;
  readonly type: string;
  readonly workspaceId: string;
  readonly actor: EventActor;
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changed: readonly string[];
  readonly previous: Readonly<Record<string, unknown>>;
  readonly agentId: string | null;
  readonly conversationId: string | null;
  /** The record that the event is about. */
  readonly subjectId: string;
}

/** Which events a reader wants, and which it may see. */
export interface EventsRequest {
  /** Null: the oldest that is kept. */
  readonly after: EventPosition | null;
  /** 1 to 500. */
  readonly limit: number;
  /** The names of types: `EventCatalog.namesFor` gives those of an audience. */
  readonly types: readonly string[];
  /** The agents of a restricted member, who sees no events of others. Null: no restriction. */
  readonly agentIds: readonly string[] | null;
  /** Only events about this agent. */
  readonly agentId?: string | undefined;
}

export interface ReadEvents {
  readonly events: readonly LoggedEvent[];
  /** After all events that were looked at, also if none matched. */
  readonly next: EventPosition;
  /** Whether more events may follow at once. */
  readonly hasMore: boolean;
}
