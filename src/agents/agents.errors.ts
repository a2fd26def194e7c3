import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import type { AgentStatus } from './agent-status';

/** A model that is not on the operator's list, which the answer names. */
export class ModelNotAllowed extends ValidationFailed {
  constructor(allowed: readonly string[], path: string) {
    super([{ path, code: 'not_allowed', message: `must be one of ${allowed.join(', ')}`, allowed }]);
  }
}

/** At least one of the agents does not exist, or the caller does not reach it. `path`: of the field that names them. */
export class UnknownAgents extends DomainError {
  constructor(path: string) {
    super('association_invalid', 'At least one agent does not belong to this workspace.', {
      details: [{ path, code: 'unknown_agent', message: 'must contain only agents of this workspace' }],
    });
  }
}

/** The agent has another `updatedAt` than the caller has read. */
export class AgentChangedSince extends DomainError {
  constructor(updatedAt: Date) {
    super('version_conflict', 'The agent has changed since you read it. Read it again.', {
      details: [
        {
          path: '/expectedUpdatedAt',
          code: 'version_conflict',
          message: 'must be the current updatedAt',
          currentUpdatedAt: updatedAt.toISOString(),
        },
      ],
    });
  }
}

/** A status that cannot be reached from the present one. */
export class AgentTransitionInvalid extends DomainError {
  constructor(from: AgentStatus, kind: AgentStatus, allowed: readonly AgentStatus[]) {
    super('invalid_transition', `An agent that is ${from} cannot become ${kind}.`, {
      details: [
        {
          path: '/status',
          code: 'invalid_transition',
          message: `must be ${allowed.join(' or ')}`,
          from,
          kind,
          allowed,
        },
      ],
    });
  }
}

/** A workspace that creates and deletes agents in turn would otherwise have any number of them, each for 30 days. */
export class TooManyDeletedAgents extends DomainError {
  constructor(most: number) {
    super(
      'plan_limit_reached',
      `The workspace already has ${most} agents scheduled for deletion. Restore one of them instead.`,
    );
  }
}
