import { Injectable } from '@nestjs/common';
import type { SizedRow } from '../../common/database/sized-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { LiveEvent } from './feed-queue';
import { LIST_SETTLED_EVENTS } from './settled-events.sql';
import type { EventPosition } from '../../common/event-types/event-position';

/** An event of a workspace. */
export interface SettledEvent extends LiveEvent {
  workspaceId: string;
}

/** `erased`: what only `conversation.erased` has. */
type Row = Omit<SettledEvent, 'position'> & EventPosition & SizedRow & { erased: ErasedConversations | null };

interface ErasedConversations {
  conversationIds: string[];
  reason: string;
}

/** Events in their order, and the position after which more follow; null: there are no more. */
export interface SettledEvents {
  events: SettledEvent[];
  next: EventPosition | null;
}

/** The log as members' streams read it. */
@Injectable()
export class SettledEventsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Settled events of these workspaces between two positions: at most `most`, and fewer if their messages are long. */
  async listSettled(
    workspaceIds: readonly string[],
    { past, before, most }: { past: EventPosition; before: EventPosition | null; most: number },
  ): Promise<SettledEvents> {
    const parameters = [workspaceIds, past.transactionId, past.id, before?.transactionId ?? null, most];
    const rows = await this.work.prepared<Row>(LIST_SETTLED_EVENTS, parameters);
    const events = rows.map(({ transactionId, id, at, isFollowed: _, erased, data, ...event }) => ({
      ...event,
      data: erased ? withErased(data, erased) : data,
      position: { transactionId, id, at },
    }));
    return { events, next: rows.at(-1)?.isFollowed ? events.at(-1)!.position : null };
  }
}

function withErased(data: string, { conversationIds, reason }: ErasedConversations): string {
  return JSON.stringify({ ...(JSON.parse(data) as object), conversationIds, reason });
}
