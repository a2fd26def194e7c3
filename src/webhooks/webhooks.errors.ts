import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ replay_in_progress: 409, webhook_secret_unreadable: 409 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** A field that depends on more than its form. `message` continues after the name of the field. */
export class WebhookInvalid extends ValidationFailed {
  constructor(path: string, code: string, message: string) {
    super([{ path, code, message }]);
  }
}

export class ReplayInProgress extends DomainError {
  constructor() {
    super('replay_in_progress', 'A replay of this webhook is running. Wait for its end, or cancel it.');
  }
}

/** No request may be unsigned. */
export class SecretUnreadable extends DomainError {
  constructor() {
    super('webhook_secret_unreadable', 'The secret of the webhook cannot be read. Rotate it.');
  }
}
