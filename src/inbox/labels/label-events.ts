import { DomainEvent } from '../../common/events/domain-event';
import type { LabelHappening } from '../../conversations/inbox-event.types';

/** A fact about a label. Every member of the workspace sees labels. */
export abstract class LabelEvent extends DomainEvent<{ readonly labelId: string }> {
  abstract readonly happening: LabelHappening;
}

/** The name or color of a label has changed. */
export class LabelUpdated extends LabelEvent {
  get happening(): LabelHappening {
    return { ...this.data, type: 'label.updated' };
  }
}

/** A label was removed, also from all conversations. */
export class LabelRemoved extends LabelEvent {
  get happening(): LabelHappening {
    return { ...this.data, type: 'label.removed' };
  }
}
