import { DomainEvent } from '../../common/events/domain-event';
import type { InboxHappening } from '../../conversations/inbox-event.types';

/** A fact about a label, which every member of the workspace sees. */
export abstract class LabelEvent extends DomainEvent<{ readonly labelId: string }> {
  abstract readonly happening: InboxHappening;
}

/** The name or color of a label has changed. */
export class LabelUpdated extends LabelEvent {
  get happening(): InboxHappening {
    return { ...this.data, type: 'label.updated' };
  }
}

/** A label is gone, also from all conversations. */
export class LabelRemoved extends LabelEvent {
  get happening(): InboxHappening {
    return { ...this.data, type: 'label.removed' };
  }
}
