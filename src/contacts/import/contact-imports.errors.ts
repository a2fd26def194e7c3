import { DomainError } from '../../common/errors/domain-error';

/** Files wait in the database: nobody fills it with more of them than are imported. */
export class TooManyImports extends DomainError {
  constructor() {
    super('rate_limited', 'The workspace has too many imports that are not over. Wait for one of them to end.', {
      retryAfterSeconds: 30,
    });
  }
}

/** Why an import as a whole has ended; told in its record. */
export class ImportFailure extends Error {
  constructor(
    readonly code: 'membership_ended' | 'internal_error',
    message: string,
  ) {
    super(message);
  }
}

/** The workspace was deleted, or another worker has the import: undoes the transaction. */
export class ClaimLost extends Error {}
