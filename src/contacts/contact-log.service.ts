import { Injectable } from '@nestjs/common';
import { EventLog } from '../events/event-log.service';
import { CONTACT_EVENTS, MOST_AGENTS_IN_EVENT } from './contact-event.types';

interface ChangedContact {
  readonly workspaceId: string;
  readonly id: string;
  readonly agentIds: readonly string[];
}

/** The events of contacts. Every method joins the caller's transaction. */
@Injectable()
export class ContactLog {
  constructor(private readonly log: EventLog) {}

  created(contact: ChangedContact): void {
    this.append('contact.created', contact);
  }

  /** `changed`: names of fields, whose values are about a person. */
  updated(contact: ChangedContact, changed: readonly string[]): void {
    this.append('contact.updated', contact, { changed });
  }

  removed(contact: ChangedContact): void {
    this.append('contact.removed', contact);
  }

  erased(workspaceId: string, contactId: string, erasureId: string, conversationCount: number): void {
    const data = { contactId, erasureId, conversationCount };
    this.log.append(CONTACT_EVENTS['contact.erased'], { workspaceId, agentId: null, subjectId: contactId, data });
  }

  /** A contact without agents belongs to the whole workspace. */
  private append(
    type: 'contact.created' | 'contact.updated' | 'contact.removed',
    { workspaceId, id, agentIds: all }: ChangedContact,
    changes?: { readonly changed: readonly string[] },
  ): void {
    const agentIds = all.slice(0, MOST_AGENTS_IN_EVENT);
    this.log.append(CONTACT_EVENTS[type], {
      ...{ workspaceId, agentId: null, subjectId: id, contactId: id, data: { contactId: id, agentIds } },
      ...(agentIds.length > 0 && { agentIds }),
      ...changes,
    });
  }
}
