import { DomainError, ValidationFailed } from '../common/errors/domain-error';

/** A restricted member cannot create or change contacts that they share with other agents. */
export class AgentNotAccessible extends DomainError {
  constructor(message: string) {
    super('agent_not_accessible', message, {
      details: [
        { path: '/agentIds', code: 'agent_not_accessible', message: 'must contain only agents that you can access' },
      ],
    });
  }
}

export class ExternalIdTaken extends DomainError {
  constructor() {
    super('association_invalid', 'Another contact in the workspace already has this externalId.', {
      details: [{ path: '/externalId', code: 'taken', message: 'is already the externalId of another contact' }],
    });
  }
}

/** The person was erased while their message was being answered. The turn must not create the contact again. */
export class WriterErased extends DomainError {
  constructor() {
    super('association_invalid', 'This person was erased while the turn was in progress.', {
      details: [{ path: '/user', code: 'erased', message: 'was erased while the turn was in progress' }],
    });
  }
}

export class ContactUnidentified extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'required', message: 'must have at least one of name, email, phone, and externalId' }]);
  }
}

export class TooManyAttributes extends ValidationFailed {
  constructor(most: number) {
    super([{ path: '/attributes', code: 'too_many', message: `must have at most ${most} attributes` }]);
  }
}

export class AttributesTooLong extends ValidationFailed {
  constructor(most: number) {
    super([{ path: '/attributes', code: 'too_long', message: `must be at most ${most} characters of JSON in total` }]);
  }
}
