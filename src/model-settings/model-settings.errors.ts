import { type ErrorDetail, ValidationFailed } from '../common/errors/domain-error';
import { OwnFailure } from '../common/errors/own-failure';

/** A rule that needs more than the body, such as the current settings. */
export class ModelSettingsInvalid extends ValidationFailed {
  constructor(path: '/baseUrl' | '/models' | '/apiKey', code: string, message: string) {
    super([{ path, code, message } satisfies ErrorDetail]);
  }
}

/** The key was sealed under another SECRET_KEY. */
export class ApiKeyUnreadable extends OwnFailure {
  constructor() {
    super('The API key of a workspace’s model server cannot be decrypted: SECRET_KEY has changed.');
  }
}
