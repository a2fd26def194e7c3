import { EmailAddress } from '../common/mail/email-address';
import { RequestExamples } from '../common/operations/request-examples';
import { ChosenPassword, KnownPassword, MailToken, PersonName } from './account-fields';

export class RegisterAccountInput {
  /** Becomes the account's email address once it is verified. Case is ignored. */
  @EmailAddress()
  email: string;

  /**
   * Must be 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @ChosenPassword()
  password: string;

  /**
   * Name of the person. Must not contain line breaks; surrounding white space is removed.
   * @example "Ada Lovelace"
   */
  @PersonName()
  name: string;
}

export class EmailInput {
  @EmailAddress()
  email: string;
}

export class RequestPasswordResetInput extends EmailInput {}

export class ResendAccountVerificationInput extends EmailInput {
  /**
   * Optional. The password of the registration that the verification email is for. Without it, the email belongs to no
   * registration, and verifying requires a new password and a name.
   * @example "correct horse battery staple"
   */
  @KnownPassword({ optional: true })
  password?: string;
}

export class MailTokenInput {
  /**
   * The token from the email. Can be used once.
   * @example "cm_2zH0mVJv2lYd0p0cS8r3gqWm1Yb6dH1dQn5u8k3Xf9aT4wE0Rs7L"
   */
  @MailToken()
  token: string;
}

@RequestExamples({
  'the password of the registration': {
    token: 'cm_2zH0mVJv2lYd0p0cS8r3gqWm1Yb6dH1dQn5u8k3Xf9aT4wE0Rs7L',
    password: 'correct horse battery staple',
  },
})
export class VerifyAccountEmailInput extends MailTokenInput {
  /**
   * The password of the registration that the email belongs to. The name and password of that registration become the
   * account's. Required unless `newPassword` is present.
   * @example "correct horse battery staple"
   */
  @KnownPassword({ optional: true })
  password?: string;

  /**
   * Becomes the account's password instead of the registration's. Must be 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @ChosenPassword({ optional: true })
  newPassword?: string;

  /**
   * Name of the person, together with `newPassword`. Must not contain line breaks; surrounding white space is removed.
   * Required if the email belongs to no registration. Default: the part of the email address before the @.
   * @example "Ada Lovelace"
   */
  @PersonName({ optional: true })
  name?: string;
}

export class CompletePasswordResetInput extends MailTokenInput {
  /**
   * Must be 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @ChosenPassword()
  newPassword: string;
}

export class ChangePasswordInput {
  /** @example "correct horse battery staple" */
  @KnownPassword()
  currentPassword: string;

  /**
   * Must be 12 to 200 characters.
   * @example "incorrect zebra battery staple"
   */
  @ChosenPassword()
  newPassword: string;
}

export class UpdateAccountInput {
  /**
   * Your name, as members of your workspaces see it. Must not contain line breaks; surrounding white space is removed.
   * @example "Ada Lovelace"
   */
  @PersonName({ optional: true })
  name?: string;
}
