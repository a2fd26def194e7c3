import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ last_owner: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class LastOwner extends DomainError {
  constructor() {
    super('last_owner', 'A workspace must have an owner. Promote another member to owner first.');
  }
}

/** Admins cannot change owners, so that no admin can become an owner alone. */
export class OwnersOnly extends DomainError {
  constructor() {
    super('role_insufficient', 'Only an owner can invite, promote, demote, or remove an owner.');
  }
}

/** Owners and admins see every agent. A constraint of the table enforces it too. */
export class RestrictionNeedsMember extends DomainError {
  constructor() {
    super('validation_failed', 'Only the role member can be restricted to certain agents.', {
      details: [{ path: '/restrictedAgentIds', code: 'not_allowed', message: 'is allowed only for the role member' }],
    });
  }
}
