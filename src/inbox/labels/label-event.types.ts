import { declareEvents, EventData } from '../../common/event-types/declare-events';
import { IdField } from '../../common/event-types/event-fields';

class LabelData extends EventData {
  @IdField()
  labelId: string;
}

const LABEL = { audience: 'member', data: LabelData, agentBound: false, resource: 'label' } as const;

/** All members see labels, which belong to no agent. */
export const LABEL_EVENTS = declareEvents('inbox', {
  'label.created': { ...LABEL, summary: 'A label was created.' },
  'label.updated': { ...LABEL, summary: 'The name or color of a label has changed.' },
  'label.removed': { ...LABEL, summary: 'A label was removed, also from all conversations.' },
});
