import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ account_exists: 409, registration_closed: 403 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** Only for callers who have proved that the address is theirs: no other caller learns which addresses have accounts. */
export class AccountExists extends DomainError {
  constructor() {
    super('account_exists', 'This email address already has an account. Sign in with it instead.');
  }
}

/** One answer for an unknown email, a wrong password and an unverified account with a wrong password. */
export class PasswordProofFailed extends DomainError {
  constructor() {
    super('password_proof_failed', 'The email address or the password is incorrect.');
  }
}

/** The same of a caller whose account is known, so that the email address is not in doubt. */
export class CurrentPasswordWrong extends DomainError {
  constructor() {
    super('password_proof_failed', 'The current password is incorrect.');
  }
}

/** The token of an email is unknown, used, expired or for another purpose. The answer does not show which. */
export class MailTokenUnusable extends ValidationFailed {
  constructor() {
    super([{ path: '/token', code: 'unusable', message: 'is unknown, has expired, or has already been used' }]);
  }
}

const MISSING = {
  '/password': 'is required: send the password of the registration, or newPassword and name instead',
  '/newPassword': 'is required: this email does not belong to a registration',
  '/name': 'is required: this email does not belong to a registration',
};

/** A token of a verification email is not enough, because a stranger may have caused the email. */
export class VerificationIncomplete extends ValidationFailed {
  constructor(path: keyof typeof MISSING) {
    super([{ path, code: 'required', message: MISSING[path] }]);
  }
}

/** The password of a registration confirms its own name and password, so the request must not contain others. */
export class PasswordBesideOther extends ValidationFailed {
  constructor(path: '/newPassword' | '/name') {
    super([{ path, code: 'not_allowed', message: 'must not be sent together with password' }]);
  }
}

/** Sign-in from an untrusted page could put a stranger's session into a visitor's browser. */
export class SignInOriginUntrusted extends DomainError {
  constructor() {
    super('origin_not_trusted', 'Signing in from a web page requires a trusted Origin header.', {
      details: [{ path: 'header.Origin', code: 'not_trusted', message: 'must exactly match a trusted origin' }],
    });
  }
}

/** REGISTRATION is `invitation`: the address becomes an account by an invitation only. */
export class RegistrationClosed extends DomainError {
  constructor() {
    super('registration_closed', 'This installation creates accounts by invitation only.');
  }
}
