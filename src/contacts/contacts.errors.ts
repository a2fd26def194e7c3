import { DomainError, ValidationFailed } from '../common/errors/domain-error';

/** A restricted member may not make or change what others share in. */
export class AgentNotAccessible extends DomainError {
  constructor(message: string) {
    super('agent_not_accessible', message, {
      details: [{ path: '/agentIds', code: 'agent_not_accessible', message: 'must be agents that you can access' }],
    });
  }
}

export class UnknownAgents extends DomainError {
  constructor() {
    super('association_invalid', 'An agent is not one of this workspace.', {
      details: [{ path: '/agentIds', code: 'unknown_agent', message: 'must be agents of this workspace' }],
    });
  }
}

export class ExternalIdTaken extends DomainError {
  constructor() {
    super('association_invalid', 'Another contact of the workspace has this externalId.', {
      details: [{ path: '/externalId', code: 'taken', message: 'is the externalId of another contact' }],
    });
  }
}

/** A person who was erased while their message was being answered is not brought back by it. */
export class WriterErased extends DomainError {
  constructor() {
    super('association_invalid', 'This person has been erased since the turn began.', {
      details: [{ path: '/user', code: 'erased', message: 'has been erased since the turn began' }],
    });
  }
}

export class ContactUnidentified extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'required', message: 'one of name, email, phone and externalId must be there' }]);
  }
}

export class TooManyAttributes extends ValidationFailed {
  constructor(most: number) {
    super([{ path: '/attributes', code: 'too_many', message: `must be at most ${most}` }]);
  }
}

export class AttributesTooLong extends ValidationFailed {
  constructor(most: number) {
    super([{ path: '/attributes', code: 'too_long', message: `must be at most ${most} characters of JSON together` }]);
  }
}
