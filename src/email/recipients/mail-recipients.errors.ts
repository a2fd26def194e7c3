import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';
import type { RefusedMail } from './mail-recipient.types';

const CODES = declareErrors({ mail_limit_reached: 429 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class MailLimitReached extends DomainError {
  constructor({ limit, max, retryAfterSeconds }: RefusedMail) {
    const whom =
      limit === 'dailyUnverifiedMails' ? 'addresses that are not verified' : 'this address, which is not verified';
    super(
      'mail_limit_reached',
      `The plan allows ${max} emails a day to ${whom}. Try again after midnight (UTC), or once the recipient has answered.`,
      {
        retryAfterSeconds,
        details: [{ code: 'mail_limit_reached', message: `the plan's limit ${limit} is ${max}`, limit, max }],
      },
    );
  }
}
