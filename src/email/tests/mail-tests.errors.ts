import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ mail_not_received: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** The installation has no addresses for incoming email. */
export class MailNotReceived extends DomainError {
  constructor() {
    super('mail_not_received', 'The service receives no email: MAIL_REPLY_ADDRESS is not set.');
  }
}
