import { DomainError } from '../common/errors/domain-error';
import type { PlanLimit } from './plan.types';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({
  api_key_revoked: 401,
  plan_limit_reached: 403,
  workspace_name_taken: 409,
  last_owner: 409,
});

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class WorkspaceNameTaken extends DomainError {
  constructor() {
    super('workspace_name_taken', 'The owner already has a workspace with this name.', {
      details: [{ path: '/name', code: 'taken', message: 'is already the name of another workspace of the owner' }],
    });
  }
}

export class PlanLimitReached extends DomainError {
  constructor(name: PlanLimit, limit: number) {
    super('plan_limit_reached', `The plan’s limit of ${limit} for ${name} has been reached.`, {
      details: [
        { code: 'plan_limit_reached', message: `the plan's limit ${name} is ${limit}`, limit: name, max: limit },
      ],
    });
  }
}

/** The same for every plan. */
export class TooManyKeys extends DomainError {
  constructor(most: number) {
    super('plan_limit_reached', `A workspace can have at most ${most} active keys. Revoke one first.`);
  }
}

export class LastOwner extends DomainError {
  constructor() {
    super('last_owner', 'A workspace must have an owner. Promote another member to owner first.');
  }
}

/** Admins keep their hands off owners, so that nobody can raise themselves. */
export class OwnersOnly extends DomainError {
  constructor() {
    super('role_insufficient', 'Only an owner can invite, promote, demote, or remove an owner.');
  }
}

export class AlreadyMember extends DomainError {
  constructor() {
    super('association_invalid', 'This person is already a member of the workspace.', {
      details: [{ path: '/email', code: 'already_member', message: 'already belongs to a member of the workspace' }],
    });
  }
}

/** Owners and admins see every agent (a rule that the table carries, too). */
export class RestrictionNeedsMember extends DomainError {
  constructor() {
    super('validation_failed', 'Only the role member can be restricted to certain agents.', {
      details: [{ path: '/restrictedAgentIds', code: 'not_allowed', message: 'is allowed only for the role member' }],
    });
  }
}

export class KeyWidened extends DomainError {
  constructor(scopes: readonly string[]) {
    super('authority_exceeded', 'The scopes of a key can only be narrowed. Create a new key instead.', {
      details: [
        {
          path: '/scopes',
          code: 'not_granted',
          message: `must not contain ${scopes.join(' ')}, which the key does not have`,
        },
      ],
    });
  }
}

export class KeyRevoked extends DomainError {
  constructor() {
    super('credential_inactive', 'This workspace key has been revoked.');
  }
}
