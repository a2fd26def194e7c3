import type { Lock } from '../../common/events/lock-order';
import { ConversationEvent, type ConversationFacts } from '../../conversations/conversation-events';
import type { InboxHappening } from '../../conversations/inbox-event.types';

interface ClockFacts extends ConversationFacts {
  readonly supportRequestId: string;
  readonly clockId: string;
  readonly milestone: string;
}

/** A fact about a clock of a support request. */
export abstract class SlaClockEvent extends ConversationEvent<ClockFacts> {
  static override readonly holds: Lock | null = 'dependents';
}

/** A clock is about to run out; published once for each clock. */
export class SlaImminent extends SlaClockEvent {
  override get happening(): InboxHappening {
    const { supportRequestId, milestone } = this.data;
    return this.shownAs('sla.imminent', { supportRequestId, milestone });
  }
}

/** A clock has run out; published once for each clock. */
export class SlaBreached extends SlaClockEvent {
  override get happening(): InboxHappening {
    const { supportRequestId, milestone } = this.data;
    return this.shownAs('sla.breached', { supportRequestId, milestone });
  }
}
