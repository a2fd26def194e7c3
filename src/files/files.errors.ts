import { DomainError } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({
  file_type_not_allowed: 400,
  file_infected: 409,
  file_not_ready: 409,
  file_unavailable: 503,
});

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

const RUNS = 'Files that a double click runs are not allowed.';
const NOT_ALLOWED = {
  name: { path: 'query.fileName', message: 'must not end as the name of a program', text: RUNS },
  content: { path: '', message: 'must not be a program, an installer or a disk image', text: RUNS },
  parts: {
    path: '',
    message: 'must not be an image of over 20,000 parts',
    text: 'The image has too many parts.',
  },
  agent: {
    path: '',
    message: 'must be of a type that the agent receives',
    text: 'The agent does not receive files of this type.',
  },
};

/** The file is a program by its name or content, an image that is made to be slow to read, or of a type that the agent does not receive. */
export class FileTypeNotAllowed extends DomainError {
  /** `paths`: where a request names files that are uploaded already. */
  constructor(by: keyof typeof NOT_ALLOWED, paths?: readonly string[]) {
    const { text, message, path } = NOT_ALLOWED[by];
    const details = (paths ?? [path]).map((at) => ({ path: at, code: 'file_type_not_allowed', message }));
    super('file_type_not_allowed', text, { details });
  }
}

/** Larger than the plan allows. */
export class FileTooLarge extends DomainError {
  constructor(limit: number) {
    super('payload_too_large', `The file is larger than ${limit} bytes, the plan’s limit attachmentBytes.`);
  }
}

/** Unused files wait in the database: their number and size are limited, so that one caller cannot fill it. */
export class TooManyUnusedFiles extends DomainError {
  constructor(most: string) {
    super('rate_limited', `You have ${most} of files that no message carries. Use or remove some first.`, {
      retryAfterSeconds: 60,
    });
  }
}

/** It was never uploaded by this caller, is used already, or was forgotten. */
export class FilesUnknown extends DomainError {
  constructor(positions: readonly number[]) {
    const details = positions.map((at) => ({
      path: `/attachmentIds/${at}`,
      code: 'association_invalid',
      message: 'must be a file that you have uploaded and not used',
    }));
    super('association_invalid', 'There is no such file: it was used already, or it was uploaded over a day ago.', {
      details,
    });
  }
}

/** The scanner has found harmful content, and the bytes are deleted. */
export class FileInfected extends DomainError {
  /** `paths`: where a request names such files, or a saved reply that has one. */
  constructor(paths: readonly string[] = []) {
    const message = 'must not bring a file in which the scanner has found harmful content';
    const details = paths.map((path) => ({ path, code: 'file_infected', message }));
    super('file_infected', 'The scanner has found harmful content in this file. Its bytes are deleted.', { details });
  }
}

/** The scanner has not seen the file so far. */
export class FileNotReady extends DomainError {
  constructor() {
    super('file_not_ready', 'The file is not scanned yet. Try again later.');
  }
}

/** The store does not give the bytes of the file, or has lost them. */
export class FileUnavailable extends DomainError {
  constructor() {
    super('file_unavailable', 'The file cannot be read from its store now. Try again later.');
  }
}
