import { DomainError, ValidationFailed } from '../errors/domain-error';

export class FileEmpty extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'required', message: 'the file is empty' }]);
  }
}

/** This process was away for so long that its upload was taken for abandoned. */
export class UploadInterrupted extends DomainError {
  constructor() {
    super('upload_interrupted', 'The upload was interrupted on our side. Send the file again.', {
      retryAfterSeconds: 1,
    });
  }
}
