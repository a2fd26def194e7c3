import { ConversationEventData, declareEvents } from '../../common/event-types/declare-events';
import { BooleanField, CountField, EnumField, IdField, InstantField } from '../../common/event-types/event-fields';
import { SLA_MILESTONES, type SlaMilestone } from '../../support/support-request.types';

class ClockData extends ConversationEventData {
  @IdField()
  supportRequestId: string;
  @IdField()
  clockId: string;
  @EnumField(SLA_MILESTONES)
  milestone: SlaMilestone;
  @CountField()
  episodeNumber: number;
  @IdField()
  policyId: string;
  @InstantField({ nullable: true })
  dueAt: string | null;
}

class SatisfiedClockData extends ClockData {
  @BooleanField()
  late: boolean;
  @InstantField({ nullable: true })
  satisfiedAt: string | null;
}

const CLOCK = { audience: 'member', agentBound: true, resource: 'sla' } as const;

export const SLA_EVENTS = declareEvents('support', {
  'sla.imminent': {
    ...CLOCK,
    data: ClockData,
    summary: 'A clock of a support request is about to run out. Once per clock.',
  },
  'sla.breached': { ...CLOCK, data: ClockData, summary: 'A clock of a support request has run out. Once per clock.' },
  'sla.met': { ...CLOCK, data: SatisfiedClockData, summary: 'A message has satisfied a clock, in time or late.' },
  'sla.reopened': {
    ...CLOCK,
    data: SatisfiedClockData,
    summary: 'The message that had satisfied a clock has come back or was corrected, so the clock runs again.',
  },
});
