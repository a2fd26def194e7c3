import { Injectable } from '@nestjs/common';
import { DomainEvent } from '../common/events/domain-event';
import { DomainEvents } from '../common/events/domain-events';
import { OnEvents } from '../common/events/on-events.decorator';
import type { EventData, EventType } from '../common/event-types/declare-events';
import type { EventPosition } from '../common/event-types/event-position';
import { type LogEntry, logEntry, type NewEvent } from '../common/event-types/log-entry';
import { RetentionUpdated } from '../retention/retention-events';
import { EventActors } from './event-actors';
import { EventCatalog } from './event-catalog';
import { EventLogRepository, type NewLogRow } from './event-log.repository';
import type { EventsRequest, ReadEvents } from './event-log.types';
import { DEFAULT_EVENT_DAYS } from './event-retention.types';
import { mergedEntries } from './merged-entries';
import { STREAMED_TYPES } from './streamed-types';

/** An event that a feature appends without a domain event. */
class Appended extends DomainEvent {
  constructor(private readonly entry: LogEntry) {
    super({ workspaceId: entry.workspaceId });
  }

  override get logged(): LogEntry {
    return this.entry;
  }
}

/**
 * The log of a workspace. An event is a row that is written in the transaction of its change. All events of a transaction are written
 * at its end, in one statement.
 */
@Injectable()
export class EventLog {
  constructor(
    private readonly repository: EventLogRepository,
    private readonly catalog: EventCatalog,
    private readonly actors: EventActors,
    private readonly events: DomainEvents,
  ) {}

  /**
   * Appends an event at the end of the running transaction. An event whose `changed` is empty is left out.
   *
   * @throws Error outside of a transaction, and for data that its type does not declare
   */
  append<Data extends EventData>(type: EventType<Data>, event: NewEvent<Data>): void {
    this.events.publish(new Appended(logEntry(type, event)));
  }

  @OnEvents([DomainEvent], { locks: 'additions' })
  async write(events: readonly DomainEvent[]): Promise<void> {
    const entries = mergedEntries(events.flatMap(({ logged }) => logged ?? []));
    if (entries.length > 0) await this.repository.append(entries.map((entry) => this.rowOf(entry)));
  }

  /** Shows members a change that is no event of the log, by an entry of their streams. Joins a running transaction. */
  async show(row: Omit<NewLogRow, 'streamed' | 'data'>): Promise<void> {
    await this.repository.append([{ ...row, streamed: true, data: null }]);
  }

  /** Settled events: no event can appear before one that was read. Two statements. */
  async read(workspaceId: string, request: EventsRequest): Promise<ReadEvents> {
    return this.repository.read(workspaceId, await this.repository.findHorizon(), request);
  }

  /** The position after all events that are settled now. */
  latest(): Promise<EventPosition> {
    return this.repository.findHorizon();
  }

  /** Whether no event after the position is deleted, and the position is one of this database. */
  isKept(workspaceId: string, after: EventPosition): Promise<boolean> {
    return this.repository.isKept(workspaceId, after);
  }

  /** From there on, all events are kept: before the first event, or after all if there is none. */
  async oldest(workspaceId: string): Promise<EventPosition> {
    const horizon = await this.repository.findHorizon();
    const first = await this.repository.findOldest(workspaceId, horizon);
    return first ? { ...first, id: String(BigInt(first.id) - 1n), at: horizon.at } : horizon;
  }

  /** The events between the former period and a longer one are deleted already. */
  @OnEvents([RetentionUpdated], { locks: 'additions' })
  async keepFor(events: readonly RetentionUpdated[]): Promise<void> {
    for (const { data } of events) {
      const [before, after] = [data.eventDaysBefore ?? DEFAULT_EVENT_DAYS, data.eventDays ?? DEFAULT_EVENT_DAYS];
      if (after > before) await this.repository.expireBefore(data.workspaceId, before);
    }
  }

  private rowOf({ type, shown, data, actor, ...entry }: LogEntry): NewLogRow {
    const { kind, id, requestId } = this.actors.of(actor);
    const { name } = this.catalog.require(type.name);
    return {
      ...entry,
      ...shown,
      streamed: STREAMED_TYPES.has(name),
      type: name,
      data: data && { agentId: entry.agentId, ...data },
      actorKind: kind,
      actorId: id ?? null,
      requestId,
    };
  }
}
