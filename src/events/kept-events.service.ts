import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { EventPosition } from '../common/event-types/event-position';
import { type EventRow, loggedEvent } from './event-log.repository';
import { EventLog } from './event-log.service';
import type { LoggedEvent } from './event-log.types';
import { PositionExpired } from './events.errors';
import {
  FIND_EVENT,
  FIND_LAST_BEFORE,
  LIST_FIRST_AFTER,
  LIST_SUBJECTS_AFTER,
  LOCK_KEPT_EVENTS,
} from './kept-events.sql';

/** An event that was read before. */
export interface KnownEvent {
  readonly eventId: string;
  readonly position: EventPosition;
}

/** Events of the log that others have read, as long as they are kept. */
@Injectable()
export class KeptEvents {
  constructor(
    private readonly log: EventLog,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * `visibleAgentIds`: the agents that the reader sees, null for all. Null: it was erased, is too old, or is about other agents.
   */
  async find(
    workspaceId: string,
    { eventId, position }: KnownEvent,
    visibleAgentIds: readonly string[] | null,
  ): Promise<LoggedEvent | null> {
    const parameters = [workspaceId, position.transactionId, position.id, eventId];
    const [row] = await this.work.prepared<EventRow>(FIND_EVENT, parameters);
    return row && isVisible(row, visibleAgentIds) ? loggedEvent(workspaceId, row, visibleAgentIds) : null;
  }

  /** @throws PositionExpired 410 if it was erased, or is too old */
  async require(workspaceId: string, event: KnownEvent): Promise<LoggedEvent> {
    const found = await this.find(workspaceId, event, null);
    if (!found) throw new PositionExpired(await this.log.oldest(workspaceId));
    return found;
  }

  /** @throws PositionExpired 410 if events after the position may be gone */
  async ensureReadable(workspaceId: string, after: EventPosition): Promise<void> {
    if (!(await this.log.isKept(workspaceId, after))) throw new PositionExpired(await this.log.oldest(workspaceId));
  }

  /** The ids of those that are kept. Until the transaction ends, an erasure of them waits. At most fifty at once. */
  async lock(workspaceId: string, events: readonly KnownEvent[]): Promise<Set<string>> {
    const transactions = events.map(({ position }) => position.transactionId);
    const numbers = events.map(({ position }) => position.id);
    const kept = new Set<string>();
    for (const statement of LOCK_KEPT_EVENTS) {
      const rows = await this.work.query<{ eventId: string }>(statement, [workspaceId, transactions, numbers]);
      for (const { eventId } of rows) kept.add(eventId);
    }
    return kept;
  }

  /** The records with an event of a type after a position, also if the event has not settled. */
  async listSubjectsAfter(workspaceId: string, { transactionId, id }: EventPosition, type: string): Promise<string[]> {
    const found = await this.work.query<{ id: string }>(LIST_SUBJECTS_AFTER, [workspaceId, transactionId, id, type]);
    return found.map(({ id: subjectId }) => subjectId);
  }

  /** For each cursor, the time of the first settled event after it. Null: there is none. One statement. */
  async listFirstAfter(cursors: readonly { workspaceId: string; position: EventPosition }[]): Promise<(Date | null)[]> {
    if (cursors.length === 0) return [];
    const found = await this.work.query<{ at: Date | null }>(LIST_FIRST_AFTER, [
      cursors.map(({ workspaceId }) => workspaceId),
      cursors.map(({ position }) => position.transactionId),
      cursors.map(({ position }) => position.id),
    ]);
    return found.map(({ at }) => at);
  }

  /** The position of the last event before an instant; before the oldest one that is kept, if there is none. */
  async positionBefore(workspaceId: string, at: Date): Promise<EventPosition> {
    const [last] = await this.work.prepared<EventPosition>(FIND_LAST_BEFORE, [workspaceId, at]);
    return last ?? { transactionId: '0', id: '0', at };
  }
}

/** Rows of streamed types have no `agentIds`. */
function isVisible({ agentId, agentIds }: EventRow, visible: readonly string[] | null): boolean {
  if (visible === null) return true;
  return (
    (agentId === null || visible.includes(agentId)) &&
    (agentIds === null || agentIds.some((one) => visible.includes(one)))
  );
}
