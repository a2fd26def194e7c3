import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ live_requests_remain: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** A conversation with live support requests cannot be closed. */
export class LiveRequestsRemain extends DomainError {
  constructor(live: number) {
    super(
      'live_requests_remain',
      'The conversation has live support requests. End them first, or close it with endRequests.',
      {
        details: [{ code: 'live_requests_remain', message: `has ${live} without a disposition`, live }],
      },
    );
  }
}

/** Agents answer in the widget only. */
export class AgentAnswersNoMail extends DomainError {
  constructor() {
    super('invalid_transition', 'Agents do not answer email. The conversation stays with people.', {
      details: [
        { code: 'invalid_transition', message: 'is not possible for email', from: 'human', kind: 'agent', allowed: [] },
      ],
    });
  }
}

/** The new contact does not exist, or the caller does not see it. */
export class ContactNotVisible extends DomainError {
  constructor() {
    super('association_invalid', 'The conversation can only get a contact that you can see.', {
      details: [{ path: '/contactId', code: 'unknown_contact', message: 'must be a contact that you can see' }],
    });
  }
}

/** The message or note of a field is not one of the conversation. */
export class MessageUnknown extends DomainError {
  constructor(path: '/seenUpToMessageId' | '/fromMessageId' | '/messageId') {
    super('association_invalid', 'The conversation has no such message.', {
      details: [{ path, code: 'unknown_message', message: 'must be a message or note of the conversation' }],
    });
  }
}

/** The assignee is no member of the workspace, or does not see the agent of the conversation. */
export class AssigneeNotAllowed extends DomainError {
  constructor() {
    super('association_invalid', 'The conversation can only be assigned to a member who can see its agent.', {
      details: [
        { path: '/assigneeMemberId', code: 'unknown_member', message: 'must be a member who can see the agent' },
      ],
    });
  }
}
