import type { Type } from '@nestjs/common';
import { IdField } from './event-fields';

/** `member`: members who see the agent of the event, and all of them if it has none. `admin`: owners and admins. */
export type EventAudience = 'member' | 'admin';

/** The fields that the `data` of every event has. */
export abstract class EventData {
  /** The agent that the event is about. Null: it is about none. */
  @IdField({ nullable: true })
  agentId: string | null;
}

/** The `data` of an event about one conversation. The log itself adds these fields. */
export abstract class ConversationEventData extends EventData {
  @IdField()
  conversationId: string;

  /** The contact of the conversation. */
  @IdField({ nullable: true })
  contactId: string | null;
}

export interface EventDeclaration<Data extends EventData = EventData> {
  readonly audience: EventAudience;
  /** When the event is emitted: a sentence for people who write programs. */
  readonly summary: string;
  /** A class with the decorators of `event-fields.ts`. It contains no text, name or address of a person. */
  readonly data: Type<Data>;
  /** Whether each event belongs to one agent. */
  readonly agentBound: boolean;
  /** The kind of record that `EventResources` finds by the subject of the event. Absent: the event has no `resource`. */
  readonly resource?: string;
}

/** A type of events, as its feature appends them. */
export interface EventType<Data extends EventData = EventData> extends EventDeclaration<Data> {
  /** Such as `message.created`. */
  readonly name: string;
  readonly feature: string;
}

/** All types of a feature by name. */
export type EventTypes = Readonly<Record<string, EventType>>;

type Declared<Declarations extends Readonly<Record<string, EventDeclaration>>> = {
  readonly [Name in keyof Declarations & string]: EventType<InstanceType<Declarations[Name]['data']>>;
};

/**
 * The types of events that a feature appends to the log of a workspace. Name them as `events` in its `@Feature`, too. The names of a
 * feature from outside the tree begin with its own name: `billing.invoice_paid`.
 */
export function declareEvents<const Declarations extends Readonly<Record<string, EventDeclaration>>>(
  feature: string,
  declarations: Declarations,
): Declared<Declarations> {
  const types = Object.entries(declarations).map(([name, declaration]) => [name, { ...declaration, name, feature }]);
  return Object.fromEntries(types) as Declared<Declarations>;
}
