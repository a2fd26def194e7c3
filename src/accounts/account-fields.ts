import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { SecretField } from '../common/operations/secret-field';
import { documented, Field, type FieldOptions, OneLine } from '../common/validation/field-rules';

// The error reports the first rule that fails, so the order of the rules and the words of class-validator are part of
// the answers.

/** NIST SP 800-63B requires at least 8, and that at least 64 are allowed. This service requires 12 and allows 200. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 200;
const LONGEST_TOKEN = 200;
const LONGEST_NAME = 100;
const NAME = /^[^\p{Cc}\u2028\u2029]*$/u;

/** A new password. */
export function ChosenPassword(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    SecretField(),
    ApiProperty({ minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD, ...documented(field) }),
    Field(field),
    IsString(),
    MinLength(SHORTEST_PASSWORD),
    MaxLength(LONGEST_PASSWORD),
  );
}

/** A password chosen earlier, as proof. */
export function KnownPassword(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    SecretField(),
    ApiProperty({ maxLength: LONGEST_PASSWORD, ...documented(field) }),
    Field(field),
    IsString(),
    IsNotEmpty(),
    MaxLength(LONGEST_PASSWORD),
  );
}

/** The same for sign-in, where the error for a list is that it is too long, not that it is no text. */
export const SignInPassword = (): PropertyDecorator => shownSecret(LONGEST_PASSWORD);

/** The token of an email. */
export const MailToken = (): PropertyDecorator => shownSecret(LONGEST_TOKEN);

function shownSecret(longest: number): PropertyDecorator {
  return applyDecorators(
    SecretField(),
    ApiProperty({ maxLength: longest }),
    MaxLength(longest),
    IsNotEmpty(),
    IsString(),
  );
}

/** The name of a person. Trimmed, one line without invisible characters. */
export function PersonName(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, maxLength: LONGEST_NAME, pattern: NAME.source, ...documented(field) }),
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown))),
    Field(field),
    IsString(),
    IsNotEmpty(),
    MaxLength(LONGEST_NAME),
    Matches(NAME, { message: 'name must not contain control characters' }),
    OneLine(),
  );
}
