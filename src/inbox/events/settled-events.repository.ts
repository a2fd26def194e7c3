import { Injectable } from '@nestjs/common';
import type { SizedRow } from '../../common/database/sized-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { InboxHappening, ToldEvent } from '../../conversations/inbox-event.types';
import { APPEND_INBOX_EVENTS, FIND_HORIZON, LIST_SETTLED_EVENTS } from './settled-events.sql';
import type { StreamPosition } from './stream-position';

/** An event of a workspace. */
export interface SettledEvent extends ToldEvent {
  workspaceId: string;
}

type Row = Omit<SettledEvent, 'position'> & StreamPosition & SizedRow;

/** Events in their order, and where the next ones begin; null where there are no more. */
export interface SettledEvents {
  events: SettledEvent[];
  next: StreamPosition | null;
}

/** The table inbox_events. */
@Injectable()
export class InboxEventsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async append(happenings: readonly InboxHappening[]): Promise<void> {
    await this.work.prepared(APPEND_INBOX_EVENTS, [JSON.stringify(happenings)]);
  }

  /** The place behind all that has been settled, now. */
  async findHorizon(): Promise<StreamPosition> {
    const [row] = await this.work.prepared<{ horizon: string; now: Date }>(FIND_HORIZON, []);
    if (!row) throw new Error('The snapshot returned no row');
    return { transactionId: row.horizon, id: '0', at: row.now };
  }

  /** Settled events of these workspaces past a place and before another one: at most so many, and fewer of long messages. */
  async listSettled(
    workspaceIds: readonly string[],
    { past, before, most }: { past: StreamPosition; before: StreamPosition | null; most: number },
  ): Promise<SettledEvents> {
    const parameters = [workspaceIds, past.transactionId, past.id, before?.transactionId ?? null, most];
    const rows = await this.work.prepared<Row>(LIST_SETTLED_EVENTS, parameters);
    const events = rows.map(({ transactionId, id, at, isFollowed: _, ...event }) => ({
      ...event,
      position: { transactionId, id, at },
    }));
    return { events, next: rows.at(-1)?.isFollowed ? events.at(-1)!.position : null };
  }
}
