import { DomainError } from '../../common/errors/domain-error';

/** An email to an address of this service would come back to it. */
export class RecipientIsOurs extends DomainError {
  constructor(path: string) {
    super('association_invalid', 'A recipient is an address of this service, which sends and receives its email.', {
      details: [{ path, code: 'own_address', message: 'cannot be an address of this service' }],
    });
  }
}

/** No email goes to a person whom the workspace has blocked. */
export class RecipientBlocked extends DomainError {
  /** `paths`: where the request names such people. */
  constructor(paths: readonly string[]) {
    const message = 'must not be the address of a blocked contact';
    super('contact_blocked', 'A recipient is blocked. Unblock the contact to write to them.', {
      details: paths.map((path) => ({ path, code: 'contact_blocked', message })),
    });
  }
}

/** The message that a reply answers did not arrive by email, or the conversation does not have it. */
export class MessageWithoutMail extends DomainError {
  constructor(path: '/inReplyToMessageId' | 'query.messageId') {
    super('association_invalid', 'The conversation has no such email.', {
      details: [
        { path, code: 'unknown_message', message: 'must be a message of the conversation that arrived by email' },
      ],
    });
  }
}
