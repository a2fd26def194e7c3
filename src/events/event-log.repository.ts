import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import type { EventPosition } from '../common/event-types/event-position';
import {
  APPEND_EVENTS,
  EXPIRE_BEFORE,
  FIND_HORIZON,
  FIND_HORIZON_AGE,
  FIND_OLDEST,
  IS_KEPT,
  READ_EVENTS,
} from './event-log.sql';
import type { EventsRequest, LoggedEvent, ReadEvents } from './event-log.types';

/** Events that one statement looks at, at most: a reader of a rare type gets an empty page and goes on. */
export const LOOKED_AT = 5_000;

/** A row of one of the two tables, as APPEND_EVENTS takes it. */
export interface NewLogRow {
  /** Whether members' streams have it. */
  streamed: boolean;
  workspaceId: string;
  type: string;
  agentId: string | null;
  agentIds?: readonly string[] | null;
  conversationId?: string | null;
  contactId?: string | null;
  subjectId?: string | null;
  /** Null: only members' streams have it. */
  data: object | null;
  changed?: readonly string[] | null;
  previous?: object | null;
  actorKind?: string | null;
  actorId?: string | null;
  requestId?: string | null;
  messageId?: string | null;
  memberId?: string | null;
  typing?: boolean | null;
  presence?: string | null;
  labelId?: string | null;
  supportRequestId?: string | null;
  milestone?: string | null;
}

/** An event as a statement returns it. */
export type EventRow = Pick<LoggedEvent, 'type' | 'agentId' | 'conversationId' | 'subjectId' | 'requestId' | 'data'> &
  EventPosition & {
    eventId: string;
    createdAt: Date;
    agentIds: string[] | null;
    changed: string[] | null;
    previous: Record<string, unknown> | null;
    actorKind: LoggedEvent['actor']['kind'];
    actorId: string | null;
  };

type Row = EventRow & {
  matches: boolean;
  /** Whether it is the last one that the statement looked at, before others. */
  isCut: boolean;
};

/** The tables inbox_events and workspace_events: the log of a workspace. */
@Injectable()
export class EventLogRepository {
  private readonly writtenIn = new WeakMap<object, number>();

  constructor(private readonly work: UnitOfWork) {}

  /** The order of events within a transaction is counted here, because they go to two tables. */
  async append(rows: readonly NewLogRow[]): Promise<void> {
    const before = this.written;
    const numbered = rows.map((row, n) => ({ ...row, id: before + n + 1, eventId: row.data && newId() }));
    if (this.work.isRunning) this.writtenIn.set(this.work.published, before + rows.length);
    await this.work.prepared(APPEND_EVENTS, [JSON.stringify(numbered)]);
  }

  /** Events that the running transaction has written. */
  private get written(): number {
    return this.work.isRunning ? (this.writtenIn.get(this.work.published) ?? 0) : 0;
  }

  /** The position after all events that are settled now. */
  async findHorizon(): Promise<EventPosition> {
    const [row] = await this.work.prepared<{ horizon: string; now: Date }>(FIND_HORIZON, []);
    if (!row) throw new Error('The snapshot returned no row');
    return { transactionId: row.horizon, id: '0', at: row.now };
  }

  /** Seconds since the oldest transaction that has written something has begun. */
  async findHorizonAge(): Promise<number> {
    const [row] = await this.work.prepared<{ age: number }>(FIND_HORIZON_AGE, []);
    return row?.age ?? 0;
  }

  /** The first event before this position. */
  async findOldest(
    workspaceId: string,
    before: EventPosition,
  ): Promise<Pick<EventPosition, 'transactionId' | 'id'> | null> {
    const [row] = await this.work.prepared<Pick<EventPosition, 'transactionId' | 'id'>>(FIND_OLDEST, [
      workspaceId,
      before.transactionId,
    ]);
    return row ?? null;
  }

  /** Whether retention keeps all events after the position, and no restore has begun another log since. */
  async isKept(workspaceId: string, { at, transactionId, id }: EventPosition): Promise<boolean> {
    const [row] = await this.work.prepared<{ isKept: boolean }>(IS_KEPT, [workspaceId, at, transactionId, id]);
    return row?.isKept ?? false;
  }

  /** Expires positions that are older than this many days; a longer period does not bring the events back. */
  async expireBefore(workspaceId: string, days: number): Promise<void> {
    await this.work.query(EXPIRE_BEFORE, [workspaceId, days]);
  }

  /** Settled events before `horizon`, in order. One statement. */
  async read(workspaceId: string, horizon: EventPosition, request: EventsRequest): Promise<ReadEvents> {
    const { after, limit, types, agentIds, agentId } = request;
    const { transactionId, id } = after ?? { transactionId: '0', id: '0' };
    const filter = [types, agentIds, agentId ?? null, limit, LOOKED_AT];
    const parameters = [workspaceId, transactionId, id, horizon.transactionId, ...filter];
    const rows = await this.work.prepared<Row>(READ_EVENTS, parameters);
    const matching = rows.filter(({ matches }) => matches);
    const events = matching.slice(0, limit).map((row) => loggedEvent(workspaceId, row, agentIds));
    if (matching.length > limit) return { events, next: events.at(-1)!.position, hasMore: true };
    const cut = rows.find(({ isCut }) => isCut);
    return { events, next: cut ? positionIn(cut) : horizon, hasMore: cut !== undefined };
  }
}

/** `visibleAgentIds`: the agents that the reader sees. Null: all. */
export function loggedEvent(
  workspaceId: string,
  row: EventRow,
  visibleAgentIds: readonly string[] | null,
): LoggedEvent {
  const { eventId, type, agentId, conversationId, subjectId, requestId, actorKind, actorId, data, agentIds } = row;
  return {
    id: eventId,
    position: positionIn(row),
    timestamp: row.createdAt,
    type,
    workspaceId,
    actor: { kind: actorKind, id: actorId },
    requestId,
    data:
      agentIds && visibleAgentIds
        ? { ...data, agentIds: agentIds.filter((one) => visibleAgentIds.includes(one)) }
        : data,
    changed: row.changed ?? [],
    previous: row.previous ?? {},
    agentId,
    conversationId,
    subjectId,
  };
}

function positionIn({ transactionId, id, at }: EventPosition): EventPosition {
  return { transactionId, id, at };
}
