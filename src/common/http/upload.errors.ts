import { DomainError, ValidationFailed } from '../errors/domain-error';

export class FileEmpty extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'required', message: 'the file is empty' }]);
  }
}

/** This process did not respond for so long that another process treated its upload as abandoned. */
export class UploadInterrupted extends DomainError {
  constructor() {
    super('upload_interrupted', 'The service interrupted the upload. Send the file again.', {
      retryAfterSeconds: 1,
    });
  }
}
