import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ link_limit_reached: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** The same for a workspace that does not exist and for one that the caller is no member of. */
export class DestinationInvalid extends DomainError {
  constructor() {
    super('association_invalid', 'The conversation cannot be linked to this workspace.', {
      details: [
        {
          path: '/destinationWorkspaceId',
          code: 'association_invalid',
          message: 'must be another workspace that you are a member of, with access to every agent',
        },
      ],
    });
  }
}

export class TooManyLinks extends DomainError {
  constructor(most: number) {
    super('link_limit_reached', `A conversation is linked to at most ${most} workspaces.`);
  }
}
