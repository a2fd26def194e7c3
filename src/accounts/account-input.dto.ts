import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { EmailAddress } from '../common/mail/email-address';
import { SecretField } from '../common/operations/secret-field';

/** NIST SP 800-63B asks for 8 at least and 64 at most at least; this service for 12 and 200. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 200;

export class RegisterAccountDto {
  /** Becomes the account's email once the mail sent there is answered. Case does not matter. */
  @EmailAddress()
  email: string;

  /**
   * 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @SecretField()
  @IsString()
  @MinLength(SHORTEST_PASSWORD)
  @MaxLength(LONGEST_PASSWORD)
  password: string;

  /**
   * How the person is called; trimmed, without line breaks.
   * @example "Ada Lovelace"
   */
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  @Matches(/^[^\p{Cc}\u2028\u2029]*$/u, { message: 'name must not contain control characters' })
  name: string;
}

export class EmailDto {
  @EmailAddress()
  email: string;
}

export class MailTokenDto {
  /**
   * From the mail; single use.
   * @example "cm_2zH0mVJv2lYd0p0cS8r3gqWm1Yb6dH1dQn5u8k3Xf9aT4wE0Rs7L"
   */
  @SecretField()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  token: string;
}

export class CompletePasswordResetDto extends MailTokenDto {
  /**
   * 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @SecretField()
  @IsString()
  @MinLength(SHORTEST_PASSWORD)
  @MaxLength(LONGEST_PASSWORD)
  newPassword: string;
}

export class ChangePasswordDto {
  /** @example "correct horse battery staple" */
  @SecretField()
  @IsString()
  @IsNotEmpty()
  @MaxLength(LONGEST_PASSWORD)
  currentPassword: string;

  /**
   * 12 to 200 characters.
   * @example "incorrect zebra battery staple"
   */
  @SecretField()
  @IsString()
  @MinLength(SHORTEST_PASSWORD)
  @MaxLength(LONGEST_PASSWORD)
  newPassword: string;
}
