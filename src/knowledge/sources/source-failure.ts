import type { FailureClass } from './source.types';

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
