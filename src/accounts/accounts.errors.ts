import { DomainError, ValidationFailed } from '../common/errors/domain-error';

/** One answer for an unknown email, a wrong password and an unverified account with a wrong password. */
export class PasswordProofFailed extends DomainError {
  constructor() {
    super('password_proof_failed', 'The email address or the password is incorrect.');
  }
}

/** A token of a mail that is unknown, used, expired or meant for something else; which of these is nobody's business. */
export class MailTokenUnusable extends ValidationFailed {
  constructor() {
    super([{ path: '/token', code: 'unusable', message: 'is unknown, has expired, or has already been used' }]);
  }
}

const MISSING = {
  '/password': 'is required: send the password of the registration, or newPassword and name instead',
  '/newPassword': 'is required: this email belongs to no registration',
  '/name': 'is required: this email belongs to no registration',
};

/** The token of a verification mail is not enough: anybody may have caused the mail. */
export class VerificationIncomplete extends ValidationFailed {
  constructor(path: keyof typeof MISSING) {
    super([{ path, code: 'required', message: MISSING[path] }]);
  }
}

/** The password of a registration says that its name and password are to count, so no others may stand beside it. */
export class PasswordBesideOther extends ValidationFailed {
  constructor(path: '/newPassword' | '/name') {
    super([{ path, code: 'not_allowed', message: 'must not be sent together with password' }]);
  }
}

/** Signing in from a page that is not trusted would put somebody else's session into a visitor's browser. */
export class SignInOriginUntrusted extends DomainError {
  constructor() {
    super('origin_not_trusted', 'Signing in from a web page requires a trusted Origin header.', {
      details: [{ path: 'header.Origin', code: 'not_trusted', message: 'must exactly match a trusted origin' }],
    });
  }
}
