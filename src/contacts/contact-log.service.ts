import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../common/events/domain-events';
import { EventLog } from '../events/event-log.service';
import { ContactCreated, type ContactFacts, ContactRemoved, ContactUpdated } from './contact-events';
import { CONTACT_EVENTS } from './contact-event.types';

interface ChangedContact {
  readonly workspaceId: string;
  readonly id: string;
  readonly agentIds: readonly string[];
}

/** Publishes the events of contacts. Every method joins the caller's transaction. */
@Injectable()
export class ContactLog {
  constructor(
    private readonly events: DomainEvents,
    private readonly log: EventLog,
  ) {}

  created(contact: ChangedContact): void {
    this.events.publish(new ContactCreated(factsOf(contact)));
  }

  /** `changed`: names of fields, whose values are about a person. Where it is empty, there is no event. */
  updated(contact: ChangedContact, changed: readonly string[]): void {
    if (changed.length > 0) this.events.publish(new ContactUpdated({ ...factsOf(contact), changed }));
  }

  removed(contact: ChangedContact): void {
    this.events.publish(new ContactRemoved(factsOf(contact)));
  }

  erased(workspaceId: string, contactId: string, erasureId: string, conversationCount: number): void {
    const data = { contactId, erasureId, conversationCount };
    this.log.append(CONTACT_EVENTS['contact.erased'], { workspaceId, agentId: null, subjectId: contactId, data });
  }
}

function factsOf({ workspaceId, id, agentIds }: ChangedContact): ContactFacts & { workspaceId: string } {
  return { workspaceId, contactId: id, agentIds };
}
