import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import type { ErrorCode } from '../common/errors/error-codes';
import type { CredentialStatus } from './credential.types';

/** No credential has this secret: it was never issued, or mistyped in a way that the checksum cannot see. */
export class CredentialInvalid extends DomainError {
  constructor() {
    super('credential_invalid', 'This account credential does not exist.');
  }
}

const REFUSALS: Record<Exclude<CredentialStatus, 'active'>, { code: ErrorCode; message: string }> = {
  expired: { code: 'credential_expired', message: 'This account credential has expired.' },
  revoked: { code: 'credential_revoked', message: 'This account credential was revoked.' },
  rotated: { code: 'credential_rotated', message: 'This account credential was replaced by another one.' },
  invalid: { code: 'issuer_session_revoked', message: 'The session that issued this account credential has ended.' },
};

/** 401: what presents itself is known, but no longer active. */
export class CredentialRefused extends DomainError {
  constructor(status: Exclude<CredentialStatus, 'active'>) {
    super(REFUSALS[status].code, REFUSALS[status].message);
  }
}

/** 409: the credential that was to be changed is no longer active. */
export class CredentialInactive extends DomainError {
  constructor(status: Exclude<CredentialStatus, 'active'>) {
    if (status === 'rotated') super('credential_already_rotated', 'This credential was already rotated.');
    else super('credential_inactive', `This credential is ${status}, and only an active one can be changed.`);
  }
}

/** 409: an edit or a rotation asks for more than there is to give. */
export class AuthorityExceeded extends DomainError {
  constructor(path: string, message: string) {
    super('authority_exceeded', 'The request goes beyond the authority that there is.', {
      details: [{ path, code: 'authority_exceeded', message }],
    });
  }
}

/** 403: a machine asks for a credential with scopes that it does not have itself. */
export class ScopesBeyondGrant extends DomainError {
  constructor(missingScopes: readonly string[]) {
    super('scope_missing', `The calling credential lacks the scope ${missingScopes.join(' ')} itself.`, {
      missingScopes,
    });
  }
}

/** 403, and only after the right password, so that it tells nobody else whether an account exists. */
export class EmailNotVerified extends DomainError {
  constructor() {
    super('email_not_verified', 'Verify the email address of this account first.');
  }
}

/** 503: the password was right, but the session that would issue the credential could not be opened. */
export class IssuerSessionUnavailable extends DomainError {
  constructor(cause: unknown) {
    super('identity_unavailable', 'No session could be opened just now. Try again.', { cause });
  }
}

export class AudienceUnknown extends ValidationFailed {
  constructor(known: readonly string[]) {
    super([{ path: '/audience', code: 'not_allowed', message: `must be ${known.join(' or ')}` }]);
  }
}

export class NothingToChange extends ValidationFailed {
  constructor() {
    super([{ path: '', code: 'required', message: 'must have at least one of name, scopes and expiresAt' }]);
  }
}

export class ExpiryInThePast extends ValidationFailed {
  constructor() {
    super([{ path: '/expiresAt', code: 'too_early', message: 'must be in the future' }]);
  }
}

export class ExpiryTooLate extends ValidationFailed {
  constructor(latest: Date) {
    super([{ path: '/expiresAt', code: 'too_late', message: `must be at most ${latest.toISOString()}` }]);
  }
}
