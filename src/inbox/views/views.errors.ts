import { DomainError, ValidationFailed } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ view_limit_reached: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class TooManySharedViews extends DomainError {
  constructor(most: number) {
    super('view_limit_reached', `A workspace has at most ${most} shared views.`);
  }
}

export class TooManyPrivateViews extends DomainError {
  constructor(most: number) {
    super('view_limit_reached', `A member has at most ${most} private views.`);
  }
}

/** Only the author of a view may withdraw it from the others: it would be theirs alone. */
export class OnlyAuthorMakesViewPrivate extends ValidationFailed {
  constructor() {
    super([{ path: '/visibility', code: 'not_author', message: 'can be private only if you are the author' }]);
  }
}

/** A filter names a label or a member that the workspace does not have, or a conversation that the caller does not see. */
export class FilterNotUsable extends DomainError {
  constructor(field: 'labels' | 'assignee' | 'parent') {
    super('association_invalid', 'The filter names a record that does not exist in this workspace.', {
      details: [{ path: `/filter/${field}`, code: 'unknown', message: 'must exist in this workspace' }],
    });
  }
}

/** The order must name each of the views once. */
export class OrderIncomplete extends ValidationFailed {
  constructor() {
    const message = 'must have each of the shared views once, or each of your private views';
    super([{ path: '/viewIds', code: 'incomplete', message }]);
  }
}
