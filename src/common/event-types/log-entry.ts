import type { ConversationEventData, EventData, EventType } from './declare-events';

export const ACTOR_KINDS = ['member', 'visitor', 'agent', 'key', 'system', 'operator'] as const;

/** Who has made the change. `id`: of the member or the workspace key. */
export interface EventActor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  readonly id?: string | null;
}

/** The fields of `data` that the log adds from the rest of the entry. */
type Added<Data> = Data extends ConversationEventData ? keyof ConversationEventData : keyof EventData;

/** An event that a feature appends to the log of a workspace. */
export interface NewEvent<Data extends EventData = EventData> {
  readonly workspaceId: string;
  readonly agentId: string | null;
  /** The record that the event is about. Several events about it in one transaction and of one type become one event. */
  readonly subjectId: string;
  readonly data: Omit<Data, Added<Data>>;
  /** The conversation of the event, with which it is erased. */
  readonly conversationId?: string;
  /** The contact with whom the event is erased. Needless if it has a conversation. */
  readonly contactId?: string;
  /** The agents of whose members may see the event, if it has no agent of its own. Absent: all members may. */
  readonly agentIds?: readonly string[];
  /** The names of the fields that have changed. Absent: the type has no such thing. An empty list: nothing changed, so there is no event. */
  readonly changed?: readonly string[];
  /** The former values of those that are not text. */
  readonly previous?: Readonly<Record<string, unknown>>;
  /** Default: the caller of the request, and the system in background work. */
  readonly actor?: EventActor;
}

/** An event of a type, on its way into the log. */
export interface LogEntry extends Omit<NewEvent, 'data'> {
  readonly type: EventType;
  /** Null: only members' streams show it. */
  readonly data: object | null;
  /** Columns that only members' streams show. */
  readonly shown?: {
    readonly messageId?: string;
    readonly labelId?: string;
    readonly supportRequestId?: string;
    readonly milestone?: string;
  };
}

/** An entry for `DomainEvent.logged`, checked against the data of its type. */
export function logEntry<Data extends EventData>(
  type: EventType<Data>,
  { shown, ...event }: NewEvent<Data> & Pick<LogEntry, 'shown'>,
): LogEntry {
  return { ...event, type, ...(shown && { shown }) };
}
