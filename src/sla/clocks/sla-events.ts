import type { LogEntry } from '../../common/event-types/log-entry';
import type { Lock } from '../../common/events/lock-order';
import { ConversationEvent, type ConversationFacts } from '../../conversations/conversation-events';
import { SLA_EVENTS } from './sla-event.types';

interface ClockFacts extends ConversationFacts {
  readonly supportRequestId: string;
  readonly clockId: string;
  readonly milestone: string;
  readonly episodeNumber: number;
  readonly policyId: string;
  /** Null: the clock is paused. */
  readonly dueAt: string | null;
}

interface SatisfiedClockFacts extends ClockFacts {
  /** Whether the time was used up before. */
  readonly late: boolean;
  readonly satisfiedAt: string | null;
}

/** A fact about a clock of a support request. */
export abstract class SlaClockEvent<Facts extends ClockFacts = ClockFacts> extends ConversationEvent<Facts> {
  static override readonly holds: Lock | null = 'dependents';

  protected clockEntry(name: keyof typeof SLA_EVENTS): LogEntry {
    const { workspaceId: _w, agentId: _a, conversationId: _c, ...data } = this.data;
    const { supportRequestId, clockId, milestone } = data;
    return this.entry(SLA_EVENTS[name], clockId, { data, shown: { supportRequestId, milestone } });
  }
}

/** A clock is about to run out; published once for each clock. */
export class SlaImminent extends SlaClockEvent {
  override get logged(): LogEntry {
    return this.clockEntry('sla.imminent');
  }
}

/** A clock has run out; published once for each clock. */
export class SlaBreached extends SlaClockEvent {
  override get logged(): LogEntry {
    return this.clockEntry('sla.breached');
  }
}

/** A message has satisfied a clock. */
export class SlaMet extends SlaClockEvent<SatisfiedClockFacts> {
  override get logged(): LogEntry {
    return this.clockEntry('sla.met');
  }
}

/** The message that had satisfied a clock has come back or was corrected: the clock runs again. */
export class SlaReopened extends SlaClockEvent<SatisfiedClockFacts> {
  override get logged(): LogEntry {
    return this.clockEntry('sla.reopened');
  }
}
