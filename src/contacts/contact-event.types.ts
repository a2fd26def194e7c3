import { declareEvents, EventData } from '../common/event-types/declare-events';
import { CountField, IdField, IdsField } from '../common/event-types/event-fields';

/** Agents that one event names, at most. */
export const MOST_AGENTS_IN_EVENT = 500;

class ContactData extends EventData {
  @IdField()
  contactId: string;
  @IdsField({ max: MOST_AGENTS_IN_EVENT })
  agentIds: readonly string[];
}

class ContactErasedData extends EventData {
  @IdField()
  contactId: string;
  @IdField()
  erasureId: string;
  @CountField()
  conversationCount: number;
}

class ContactImportData extends EventData {
  @IdField()
  importId: string;
  @CountField()
  created: number;
  @CountField()
  updated: number;
  @CountField()
  refused: number;
}

const CONTACT = { audience: 'member', data: ContactData, agentBound: false, resource: 'contact' } as const;

export const CONTACT_EVENTS = declareEvents('contacts', {
  'contact.created': {
    ...CONTACT,
    summary: 'A contact was created, also by a chat or an email. Not for each row of an import.',
  },
  'contact.updated': {
    ...CONTACT,
    summary:
      'Fields of a contact have changed, also by a chat or an email. Not for `lastSeenAt`, nor for each row of an import.',
  },
  'contact.removed': { ...CONTACT, summary: 'The profile of a contact was removed; the conversations stay.' },
  'contact.erased': {
    audience: 'member',
    data: ContactErasedData,
    agentBound: false,
    summary: 'A person was erased with all conversations: delete your copies.',
  },
  'contact_import.completed': {
    audience: 'member',
    data: ContactImportData,
    agentBound: false,
    summary: 'An import of contacts has ended. Contacts that it has created or updated have no events of their own.',
  },
});
