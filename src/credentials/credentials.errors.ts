import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { declareErrors, type ErrorCode } from '../common/errors/error-codes';
import type { CredentialStatus } from './credential.types';

const CODES = declareErrors({
  credential_invalid: 401,
  credential_expired: 401,
  credential_revoked: 401,
  credential_rotated: 401,
  issuer_session_revoked: 401,
  credential_already_rotated: 409,
});

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** No credential has this secret: it was never issued, or it has a typing error that the checksum cannot detect. */
export class CredentialInvalid extends DomainError {
  constructor() {
    super('credential_invalid', 'There is no such account credential.');
  }
}

const REFUSALS: Record<Exclude<CredentialStatus, 'active'>, { code: ErrorCode; message: string }> = {
  expired: {
    code: 'credential_expired',
    message:
      'This account credential has expired: credentials last at most 24 hours. Sign in again with parley login, or ' +
      'create a new one with POST /account-credentials/bootstrap.',
  },
  revoked: { code: 'credential_revoked', message: 'This account credential has been revoked.' },
  rotated: { code: 'credential_rotated', message: 'This account credential has been rotated. Use its replacement.' },
  invalid: {
    code: 'issuer_session_revoked',
    message: 'The session that issued this account credential has ended. Create a new credential.',
  },
};

/** 401: the credential is known, but no longer active. */
export class CredentialRefused extends DomainError {
  constructor(status: Exclude<CredentialStatus, 'active'>) {
    super(REFUSALS[status].code, REFUSALS[status].message);
  }
}

/** 409: only an active credential can be changed. */
export class CredentialInactive extends DomainError {
  constructor(status: Exclude<CredentialStatus, 'active'>) {
    if (status === 'rotated') super('credential_already_rotated', 'This credential has already been rotated.');
    else super('credential_inactive', `This credential is ${status}. Only an active credential can be changed.`);
  }
}

/** 409: an edit or a rotation requests more than the credential has. */
export class AuthorityExceeded extends DomainError {
  constructor(path: string, message: string) {
    super('authority_exceeded', 'The request exceeds the authority of the credential.', {
      details: [{ path, code: 'authority_exceeded', message }],
    });
  }
}

/** 403: the calling credential cannot issue a credential with scopes that it lacks. */
export class ScopesBeyondGrant extends DomainError {
  constructor(missingScopes: readonly string[]) {
    super('scope_missing', `The calling credential lacks ${missingScopes.join(' ')}, so it cannot grant it.`, {
      missingScopes,
    });
  }
}

/** 403. Only after the right password, so that other callers do not learn whether an account exists. */
export class EmailNotVerified extends DomainError {
  constructor() {
    super('email_not_verified', 'Verify the email address of your account first.');
  }
}

/** 503: the password was right, but the session that would issue the credential could not be opened. */
export class IssuerSessionUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('identity_unavailable', 'A session could not be opened. Try again shortly.', { cause });
  }
}

export class AudienceUnknown extends ValidationFailed {
  constructor(known: readonly string[]) {
    super([{ path: '/audience', code: 'not_allowed', message: `must be ${known.join(' or ')}` }]);
  }
}

export class NothingToChange extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'required', message: 'must have at least one of name, scopes, and expiresAt' }]);
  }
}

export class ExpiryInThePast extends ValidationFailed {
  constructor() {
    super([{ path: '/expiresAt', code: 'too_early', message: 'must be in the future' }]);
  }
}

export class ExpiryTooLate extends ValidationFailed {
  constructor(latest: Date) {
    super([{ path: '/expiresAt', code: 'too_late', message: `must be no later than ${latest.toISOString()}` }]);
  }
}
