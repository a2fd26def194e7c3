import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsEmail,
  IsIn,
  isISO8601,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { ACCOUNT_SCOPES } from '../common/operations/access';
import { SecretField } from '../common/operations/secret-field';
import { documented, Field, type FieldOptions } from '../common/validation/field-rules';

// The first rule that fails is the one that is told: their order is part of the answers, as are the words of class-validator.

/** Longer than any password that can be chosen: whoever sends one learns no more than that it is wrong. */
const LONGEST_PASSWORD = 1024;
const LONGEST_NAME = 100;
const LONGEST_EMAIL = 254;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** The account's password as fresh proof. */
export function CurrentPassword(): PropertyDecorator {
  return applyDecorators(
    SecretField(),
    ApiProperty({ minLength: 1, maxLength: LONGEST_PASSWORD }),
    Length(1, LONGEST_PASSWORD),
    IsString(),
  );
}

/** The email of an account as its owner writes it: what is sent is checked as it is, and normalised to find the account. */
export function AccountEmail(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', maxLength: LONGEST_EMAIL }),
    MaxLength(LONGEST_EMAIL),
    IsEmail(),
  );
}

/** What people call a credential. */
export function CredentialName(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, minLength: 1, maxLength: LONGEST_NAME, pattern: '\\S', ...documented(field) }),
    Field(field),
    Matches(/\S/, { message: 'must not be blank' }),
    Length(1, LONGEST_NAME),
    IsString(),
  );
}

/** Text of at most `max` characters. */
export function CredentialText({ max, ...field }: { max: number } & FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, maxLength: max, ...documented(field) }),
    Field(field),
    MaxLength(max),
    IsString(),
  );
}

/** At least one account scope, and none twice. */
export function AccountScopes(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: ACCOUNT_SCOPES, isArray: true, minItems: 1, uniqueItems: true, ...documented(field) }),
    Field(field),
    IsIn(ACCOUNT_SCOPES, { each: true, message: 'must contain only account scopes' }),
    ArrayUnique(),
    ArrayNotEmpty(),
    IsArray(),
  );
}

/** A date-time of RFC 3339 §5.6: a real date, to the second or finer, with a zone. Read to the millisecond. */
export function Instant(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'date-time', ...documented(field) }),
    Field(field),
    ValidateBy({
      name: 'isInstant',
      validator: {
        validate: (value) =>
          typeof value === 'string' &&
          DATE_TIME.test(value) &&
          isISO8601(value, { strict: true, strictSeparator: true }) &&
          !Number.isNaN(Date.parse(value)),
        defaultMessage: () => 'must be a date-time such as 2030-01-31T09:30:00.000Z',
      },
    }),
  );
}
