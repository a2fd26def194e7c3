import { DomainError } from '../common/errors/domain-error';

export class ConfirmationRequired extends DomainError {
  constructor(code: 'required' | 'not_current') {
    super('confirmation_required', 'An erasure cannot be undone. Confirm what its preview shows now.', {
      details: [{ path: '/confirm', code, message: 'must be the confirmation of a preview that still holds' }],
    });
  }
}
