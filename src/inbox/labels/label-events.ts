import { DomainEvent } from '../../common/events/domain-event';
import { type LogEntry, logEntry } from '../../common/event-types/log-entry';
import { LABEL_EVENTS } from './label-event.types';

interface LabelFacts {
  readonly labelId: string;
}

/** A fact about a label. Every member of the workspace sees labels. */
export abstract class LabelEvent<Facts extends LabelFacts = LabelFacts> extends DomainEvent<Facts> {
  protected entry(type: (typeof LABEL_EVENTS)[keyof typeof LABEL_EVENTS], changed?: readonly string[]): LogEntry {
    const { workspaceId, labelId } = this.data;
    const of = { workspaceId, agentId: null, subjectId: labelId, data: { labelId } };
    return logEntry(type, { ...of, shown: { labelId }, ...(changed && { changed }) });
  }
}

/** A label was created. */
export class LabelCreated extends LabelEvent {
  override get logged(): LogEntry {
    return this.entry(LABEL_EVENTS['label.created']);
  }
}

/** The name or color of a label has changed. */
export class LabelUpdated extends LabelEvent<LabelFacts & { readonly changed: readonly string[] }> {
  override get logged(): LogEntry {
    return this.entry(LABEL_EVENTS['label.updated'], this.data.changed);
  }
}

/** A label was removed, also from all conversations. */
export class LabelRemoved extends LabelEvent {
  override get logged(): LogEntry {
    return this.entry(LABEL_EVENTS['label.removed']);
  }
}
