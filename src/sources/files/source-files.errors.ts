import { DomainError } from '../../common/errors/domain-error';

/** Files wait in the database: their number is limited, so that they cannot fill it. */
export class TooManyFiles extends DomainError {
  constructor() {
    super('rate_limited', 'The workspace has too many files without a source. Create sources of them first.', {
      retryAfterSeconds: 60,
    });
  }
}

/** It was never uploaded for this agent, has become a source already, or was forgotten. */
export class FileUnknown extends DomainError {
  constructor() {
    super('association_invalid', 'There is no such file: it was used already, or it was uploaded over an hour ago.', {
      details: [{ path: '/fileId', code: 'association_invalid', message: 'must be an uploaded file of this agent' }],
    });
  }
}
