import { DomainError } from '../common/errors/domain-error';
import type { PlanLimit } from './plan.types';

export class WorkspaceNameTaken extends DomainError {
  constructor() {
    super('workspace_name_taken', 'The owner has a workspace of this name already.', {
      details: [{ path: '/name', code: 'taken', message: 'is the name of another workspace of the owner' }],
    });
  }
}

export class PlanLimitReached extends DomainError {
  constructor(name: PlanLimit, limit: number) {
    super('plan_limit_reached', `The plan allows ${limit} (${name}), and there is no room for this.`, {
      details: [
        { code: 'plan_limit_reached', message: `the plan's limit ${name} is ${limit}`, limit: name, max: limit },
      ],
    });
  }
}

/** The same for every plan. */
export class TooManyKeys extends DomainError {
  constructor(most: number) {
    super('plan_limit_reached', `A workspace has at most ${most} keys that are not revoked. Revoke one first.`);
  }
}

export class LastOwner extends DomainError {
  constructor() {
    super('last_owner', 'A workspace needs an owner. Make somebody else one first.');
  }
}

/** Admins keep their hands off owners, so that nobody can raise themselves. */
export class OwnersOnly extends DomainError {
  constructor() {
    super('role_insufficient', 'Only an owner may do this to or for an owner.');
  }
}

export class AlreadyMember extends DomainError {
  constructor() {
    super('association_invalid', 'This person is a member already.', {
      details: [{ path: '/email', code: 'already_member', message: 'belongs to a member of the workspace' }],
    });
  }
}

export class UnknownAgents extends DomainError {
  constructor() {
    super('association_invalid', 'An agent is not one of this workspace.', {
      details: [{ path: '/restrictedAgentIds', code: 'unknown_agent', message: 'must be agents of this workspace' }],
    });
  }
}

/** Owners and admins see every agent (a rule that the table carries, too). */
export class RestrictionNeedsMember extends DomainError {
  constructor() {
    super('validation_failed', 'Only the role member can be restricted to agents.', {
      details: [{ path: '/restrictedAgentIds', code: 'not_allowed', message: 'is for the role member only' }],
    });
  }
}

export class KeyWidened extends DomainError {
  constructor(scopes: readonly string[]) {
    super('authority_exceeded', 'The scopes of a key can only be narrowed. Create another key instead.', {
      details: [{ path: '/scopes', code: 'not_granted', message: `the key never had ${scopes.join(' ')}` }],
    });
  }
}

export class KeyRevoked extends DomainError {
  constructor() {
    super('credential_inactive', 'The key is revoked.');
  }
}
