import { DomainEvent } from '../common/events/domain-event';
import type { Lock } from '../common/events/lock-order';
import { type LogEntry, logEntry } from '../common/event-types/log-entry';
import { CONTACT_EVENTS, MOST_AGENTS_IN_EVENT } from './contact-event.types';

export interface ContactFacts {
  readonly contactId: string;
  /** Empty: the contact belongs to the whole workspace. */
  readonly agentIds: readonly string[];
}

type ContactEventType = 'contact.created' | 'contact.updated' | 'contact.removed';

/** A fact about a contact. Its publisher holds the lock of the contact. */
export abstract class ContactEvent<Facts extends ContactFacts = ContactFacts> extends DomainEvent<Facts> {
  static override readonly holds: Lock | null = 'contact';

  protected entry(type: ContactEventType, changes?: { readonly changed: readonly string[] }): LogEntry {
    const { workspaceId, contactId } = this.data;
    const agentIds = this.data.agentIds.slice(0, MOST_AGENTS_IN_EVENT);
    return logEntry(CONTACT_EVENTS[type], {
      ...{ workspaceId, agentId: null, subjectId: contactId, contactId, data: { contactId, agentIds } },
      ...(agentIds.length > 0 && { agentIds }),
      ...changes,
    });
  }
}

/** A contact was created, also by a chat or an email. Imports publish no events of contacts. */
export class ContactCreated extends ContactEvent {
  override get logged(): LogEntry {
    return this.entry('contact.created');
  }
}

/** Fields of a contact have changed, also by a chat or an email. */
export class ContactUpdated extends ContactEvent<ContactFacts & { readonly changed: readonly string[] }> {
  override get logged(): LogEntry {
    return this.entry('contact.updated', { changed: this.data.changed });
  }
}

/** The profile of a contact was removed. The conversations stay. */
export class ContactRemoved extends ContactEvent {
  override get logged(): LogEntry {
    return this.entry('contact.removed');
  }
}
