import { DomainError } from '../common/errors/domain-error';

/** The credits were held for so long that others may have spent them. */
export class CreditHoldEnded extends DomainError {
  constructor() {
    super('model_unavailable', 'The model took too long. No credits were spent. Try again later.');
  }
}

export class SuggestionInProgress extends DomainError {
  constructor(retryAfterSeconds = 1) {
    super('request_in_progress', 'A request with this requestId is still in progress. Try again shortly.', {
      retryAfterSeconds,
    });
  }
}

export class SuggestionRequestIdReused extends DomainError {
  constructor() {
    super('idempotency_key_reused', 'This requestId was already used for another request. Use a new one.', {
      details: [{ path: '/requestId', code: 'reused', message: 'was already used for another request' }],
    });
  }
}
