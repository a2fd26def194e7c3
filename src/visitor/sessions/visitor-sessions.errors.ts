import { DomainError } from '../../common/errors/domain-error';

export class VisitorTokenInvalid extends DomainError {
  constructor() {
    super('token_invalid', 'There is no such visitor session.');
  }
}

export class VisitorSessionEnded extends DomainError {
  constructor() {
    super('session_expired', 'The visitor session has ended. Create a new one.');
  }
}

/** The site that asks is not one of the agent's. */
export class SiteNotAllowed extends DomainError {
  constructor() {
    super(
      'origin_not_trusted',
      'Open a chat from the widget, the chat page, or a site that the agent allows. Servers use a workspace key instead.',
      {
        details: [
          { path: 'header.Origin', code: 'not_trusted', message: 'must be a site of the agent’s allowedDomains' },
        ],
      },
    );
  }
}

/** The ticket of the document is none, too old, or another agent's. */
export class TicketInvalid extends DomainError {
  constructor() {
    super('origin_not_trusted', 'The ticket of this document is not valid any more. Load the document again.', {
      details: [{ path: '/ticket', code: 'not_valid', message: 'must be the ticket of a document of this agent' }],
    });
  }
}
