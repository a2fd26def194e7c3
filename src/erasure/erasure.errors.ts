import { DomainError } from '../common/errors/domain-error';

export class ConfirmationRequired extends DomainError {
  constructor(code: 'required' | 'not_current') {
    super('confirmation_required', 'Erasure cannot be undone. Send the confirmation of a current preview.', {
      details: [{ path: '/confirm', code, message: 'must be the confirmation of a current preview' }],
    });
  }
}
