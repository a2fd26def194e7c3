import { ConversationEventData, declareEvents, EventData } from '../common/event-types/declare-events';
import { IdField } from '../common/event-types/event-fields';

class GapData extends ConversationEventData {
  @IdField()
  gapId: string;
  @IdField()
  turnId: string;
}

class DismissedGapData extends EventData {
  @IdField()
  gapId: string;
}

export const KNOWLEDGE_GAP_EVENTS = declareEvents('knowledge-gaps', {
  'knowledge_gap.created': {
    audience: 'member',
    summary: "A customer's question that the sources do not answer is kept as a gap.",
    data: GapData,
    agentBound: true,
    resource: 'knowledge_gap',
  },
  'knowledge_gap.dismissed': {
    audience: 'member',
    summary: 'A member has dismissed a gap: it is deleted.',
    data: DismissedGapData,
    agentBound: true,
  },
});
