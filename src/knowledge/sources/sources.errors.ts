import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';
import type { FailureClass } from './source.types';

const CODES = declareErrors({ source_busy: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** The source is being indexed, or waits for it. */
export class SourceBusy extends DomainError {
  constructor() {
    super('source_busy', 'The source is already being indexed. Wait until its status is ready or failed.', {
      retryAfterSeconds: 2,
    });
  }
}

/** A source that cannot be indexed as it is: trying again would not help. The message is shown to its owner. */
export class SourceFailure extends Error {
  constructor(
    readonly failureClass: FailureClass,
    message: string,
  ) {
    super(message);
    this.name = 'SourceFailure';
  }
}
