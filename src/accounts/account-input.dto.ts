import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { EmailAddress } from '../common/mail/email-address';
import { SecretField } from '../common/operations/secret-field';
import { Field, type FieldOptions } from '../common/validation/field-rules';

/** NIST SP 800-63B asks for 8 at least and 64 at most at least; this service for 12 and 200. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 200;
const LONGEST_NAME = 100;
const NAME = /^[^\p{Cc}\u2028\u2029]*$/u;

/** A password that somebody chooses. */
function ChosenPassword(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    SecretField(),
    ApiProperty({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
    Field(field),
    IsString(),
    MinLength(SHORTEST_PASSWORD),
    MaxLength(LONGEST_PASSWORD),
  );
}

/** A password that was chosen before, as proof. */
function KnownPassword(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    SecretField(),
    ApiProperty({ maxLength: LONGEST_PASSWORD }),
    Field(field),
    IsString(),
    IsNotEmpty(),
    MaxLength(LONGEST_PASSWORD),
  );
}

/** How a person is called; trimmed, without line breaks. */
function PersonName(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: LONGEST_NAME, pattern: NAME.source }),
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown))),
    Field(field),
    IsString(),
    IsNotEmpty(),
    MaxLength(LONGEST_NAME),
    Matches(NAME, { message: 'name must not contain control characters' }),
  );
}

export class RegisterAccountDto {
  /** Becomes the account's email once the mail sent there is answered. Case does not matter. */
  @EmailAddress()
  email: string;

  /**
   * 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @ChosenPassword()
  password: string;

  /**
   * How the person is called; trimmed, without line breaks.
   * @example "Ada Lovelace"
   */
  @PersonName()
  name: string;
}

export class EmailDto {
  @EmailAddress()
  email: string;
}

export class ResendVerificationDto extends EmailDto {
  /**
   * That of the registration whose mail is to be sent again. Absent: the mail belongs to no registration, and answering it
   * takes a new password and a name.
   * @example "correct horse battery staple"
   */
  @KnownPassword({ optional: true })
  password?: string;
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

export class VerifyAccountEmailDto extends MailTokenDto {
  /**
   * That of the registration that the mail belongs to; its name and password become the account's. Needed unless
   * `newPassword` is there.
   * @example "correct horse battery staple"
   */
  @KnownPassword({ optional: true })
  password?: string;

  /**
   * 12 to 200 characters: becomes the account's password instead of that of the registration.
   * @example "correct horse battery staple"
   */
  @ChosenPassword({ optional: true })
  newPassword?: string;

  /**
   * Beside `newPassword`, how the person is called; trimmed, without line breaks. Needed where the mail belongs to no
   * registration; else, where absent, what stands before the @ of the address.
   * @example "Ada Lovelace"
   */
  @PersonName({ optional: true })
  name?: string;
}

export class CompletePasswordResetDto extends MailTokenDto {
  /**
   * 12 to 200 characters.
   * @example "correct horse battery staple"
   */
  @ChosenPassword()
  newPassword: string;
}

export class ChangePasswordDto {
  /** @example "correct horse battery staple" */
  @KnownPassword()
  currentPassword: string;

  /**
   * 12 to 200 characters.
   * @example "incorrect zebra battery staple"
   */
  @ChosenPassword()
  newPassword: string;
}
