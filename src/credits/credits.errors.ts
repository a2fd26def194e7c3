import { DomainError } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ credits_exhausted: 403 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class CreditsExhausted extends DomainError {
  constructor(needed: number, remaining: number) {
    super('credits_exhausted', 'The workspace does not have enough credits left this month.', {
      details: [
        {
          code: 'credits_exhausted',
          message: `${needed} credits are needed, and ${remaining} remain until the end of the month (UTC)`,
          needed,
          remaining,
        },
      ],
    });
  }
}
