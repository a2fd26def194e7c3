import { DomainError } from '../../common/errors/domain-error';

/** The source is being indexed, or waits for it. */
export class SourceBusy extends DomainError {
  constructor() {
    super('source_busy', 'The source is already being indexed. Wait until its status is ready or failed.', {
      retryAfterSeconds: 2,
    });
  }
}
