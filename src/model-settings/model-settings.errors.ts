import { type ErrorDetail, ValidationFailed } from '../common/errors/domain-error';
import { OwnFailure } from '../common/errors/own-failure';

/** What only the service can tell of a body. */
export class ModelSettingsInvalid extends ValidationFailed {
  constructor(path: '/baseUrl' | '/models' | '/apiKey', code: string, message: string) {
    super([{ path, code, message } satisfies ErrorDetail]);
  }
}

/** A key that was sealed under another SECRET_KEY. */
export class ApiKeyUnreadable extends OwnFailure {
  constructor() {
    super('The API key of a workspace’s model server cannot be decrypted: SECRET_KEY has changed.');
  }
}
