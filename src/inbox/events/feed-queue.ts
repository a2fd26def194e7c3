import type { InboxEventType, PRESENCE, PresenceState, TYPING } from '../../conversations/inbox-event.types';
import type { EventPosition } from '../../common/event-types/event-position';

/** An event on its way to members. */
export interface LiveEvent {
  position: EventPosition;
  type: InboxEventType | typeof TYPING | typeof PRESENCE;
  /** Only members who see this agent receive the event; null: every member does. */
  agentId: string | null;
  /** Null: the event is about a label. */
  conversationId: string | null;
  /** Whether the typing goes on; null: the event is not about typing. */
  typing: boolean | null;
  /** Null: the event is not about presence. Otherwise `typing` says whether the member types. */
  presence: PresenceState | null;
  /** The member who types or looks, and does not receive the event. */
  memberId: string | null;
  /** JSON. */
  data: string;
}

/** Events, and characters of their data, that may wait for a slow reader. */
export const MOST_WAITING = { events: 1_000, characters: 4_000_000 };

/** Events on their way to one stream, whose reader may be slow. */
export class FeedQueue {
  private waiting: LiveEvent[] = [];
  private characters = 0;
  private wake: () => void = () => {};
  private ended = false;
  /** More events came than may wait: those that waited are dropped, and no more follow. */
  private lagged = false;

  push(event: LiveEvent): void {
    if (this.ended) return;
    this.characters += event.data.length;
    this.waiting.push(event);
    if (this.waiting.length > MOST_WAITING.events || this.characters > MOST_WAITING.characters) {
      this.lagged = true;
      this.waiting = [];
      this.end();
    }
    this.wake();
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  get hasEnded(): boolean {
    return this.ended;
  }

  get hasLagged(): boolean {
    return this.lagged;
  }

  /** The events since the last call, once there are any; null at the end. */
  async next(): Promise<LiveEvent[] | null> {
    while (this.waiting.length === 0) {
      if (this.ended) return null;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const taken = this.waiting;
    this.waiting = [];
    this.characters = 0;
    return taken;
  }
}
