import { DomainError } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';
import type { FailureClass } from './source.types';

const CODES = declareErrors({ source_busy: 409 });

declare module '../common/errors/error-codes' {
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

/** Only what has an address of its own is fetched again by itself: no text, and no page of a sitemap. */
export class NotFetchedAgain extends DomainError {
  constructor() {
    super(
      'association_invalid',
      'Only sources of type url or sitemap have a schedule; pages have the schedule of their sitemap.',
      {
        details: [{ path: 'path.sourceId', code: 'association_invalid', message: 'must be a source with an address' }],
      },
    );
  }
}

/** A page has the name that it gives itself and the address that its sitemap lists. */
export class PageOfSitemap extends DomainError {
  constructor() {
    super('association_invalid', 'A page of a sitemap cannot be changed. Change its sitemap.', {
      details: [{ path: 'path.sourceId', code: 'association_invalid', message: 'must not be a page of a sitemap' }],
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
