import { DomainError, ValidationFailed } from '../../common/errors/domain-error';

/** Files wait in the database: nobody fills it with more of them than become sources. */
export class TooManyFiles extends DomainError {
  constructor() {
    super(
      'rate_limited',
      'The workspace has too many files that no source was made of. Create sources of them first.',
      {
        retryAfterSeconds: 60,
      },
    );
  }
}

export class FileEmpty extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'required', message: 'the file is empty' }]);
  }
}

/** This process was away for so long that the upload was taken for abandoned. */
export class FileInterrupted extends DomainError {
  constructor() {
    super('upload_interrupted', 'The upload was interrupted on our side. Send the file again.', {
      retryAfterSeconds: 1,
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
