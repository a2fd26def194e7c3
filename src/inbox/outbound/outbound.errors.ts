import { DomainError } from '../../common/errors/domain-error';

/** No email goes to a person whom the workspace has blocked. */
export class ContactBlocked extends DomainError {
  constructor() {
    super('contact_blocked', 'The contact is blocked. Unblock the contact to write to them.');
  }
}

/** The message to forward is none that customer and workspace have exchanged. */
export class NothingToForward extends DomainError {
  constructor() {
    super('association_invalid', 'The conversation has no such message to forward.', {
      details: [
        { path: '/messageId', code: 'unknown_message', message: 'must be a message of the conversation, and no note' },
      ],
    });
  }
}
