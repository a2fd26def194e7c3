import type { EventPosition } from '../common/event-types/event-position';
import type { LoggedEvent } from './event-log.types';

/** An event with the record that it is about, or why it comes without. */
export interface EventWithResource {
  readonly event: LoggedEvent;
  readonly resource: object | null;
  readonly omitted: 'not_requested' | 'gone' | 'too_large' | 'never' | null;
}

export interface ListedEvents {
  readonly events: readonly EventWithResource[];
  readonly next: EventPosition;
  readonly hasMore: boolean;
}
