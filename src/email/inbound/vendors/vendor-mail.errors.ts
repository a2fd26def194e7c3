import { DomainError, ValidationFailed } from '../../../common/errors/domain-error';

/** 400: the vendor is set up to send the parsed email instead of the email itself. Vendors repeat the request until that is changed. */
export class RawMailMissing extends ValidationFailed {
  constructor(field: string) {
    super([
      {
        path: `/${field}`,
        code: 'required',
        message: 'must be the unchanged email; see docs/email.md for the setting',
      },
    ]);
  }
}

/** 400: the request has not the form that the vendor documents. */
export class VendorRequestUnreadable extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'malformed', message: 'is not a request of this vendor' }]);
  }
}

/** 503: the vendor repeats the request later. */
export class MailNotTaken extends DomainError {
  constructor(message: string, { cause }: { cause?: unknown } = {}) {
    super('not_ready', message, { retryAfterSeconds: 60, cause });
  }
}
