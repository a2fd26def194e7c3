import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ domain_taken: 409, plan_required: 403 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** The text is not a valid custom domain. `message` continues after the name of the field. */
export class DomainInvalid extends ValidationFailed {
  constructor(message: string) {
    super([{ path: '/domain', code: 'not_allowed', message }]);
  }
}

export class DomainTaken extends DomainError {
  constructor() {
    super('domain_taken', 'The domain is already registered.', {
      details: [{ path: '/domain', code: 'taken', message: 'is already registered, here or in another workspace' }],
    });
  }
}

export class PlanRequired extends DomainError {
  constructor() {
    super('plan_required', 'The workspace’s plan does not include custom domains.');
  }
}
