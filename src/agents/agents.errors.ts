import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import type { AgentStatus } from './agent-status';

/** A model that the operator has not put on the list; 400, which names those that are. */
export class ModelNotAllowed extends ValidationFailed {
  constructor(allowed: readonly string[]) {
    super([{ path: '/model', code: 'not_allowed', message: `must be one of ${allowed.join(', ')}`, allowed }]);
  }
}

/** A status that cannot be reached from the present one (contract §7). */
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
