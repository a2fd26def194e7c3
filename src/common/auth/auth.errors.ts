import { DomainError } from '../errors/domain-error';

export class CredentialMissing extends DomainError {
  constructor() {
    super('api_key_missing', 'Send a credential: Authorization: Bearer <credential>.');
  }
}

export class CredentialUnknown extends DomainError {
  constructor() {
    super('api_key_invalid', 'The credential is not valid for this service.');
  }
}

export class SessionExpired extends DomainError {
  constructor() {
    super('session_expired', 'The session has ended. Sign in again.');
  }
}

export class AudienceMismatch extends DomainError {
  constructor() {
    super(
      'token_audience_mismatch',
      'This credential is for another audience. Use it at the URL it was created for, or create one for this URL.',
    );
  }
}

/** 503: the service cannot check the credential at the moment, so it neither accepts nor refuses it. */
export class AuthorizationUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('authorization_unavailable', 'Credentials cannot be checked at the moment. Try again shortly.', { cause });
  }
}

export class RoleInsufficient extends DomainError {
  constructor(least: string) {
    super('role_insufficient', `Your role in the workspace must be at least ${least}.`);
  }
}

export class NotTheAuthor extends DomainError {
  constructor(least: string) {
    super('role_insufficient', `Only the author, or a member with at least the role ${least}, can do this.`);
  }
}
