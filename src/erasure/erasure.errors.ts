import { DomainError } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ confirmation_required: 400 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class ConfirmationRequired extends DomainError {
  constructor(code: 'required' | 'not_current') {
    super('confirmation_required', 'Erasure cannot be undone. Send the confirmation of a current preview.', {
      details: [{ path: '/confirm', code, message: 'must be the confirmation of a current preview' }],
    });
  }
}
