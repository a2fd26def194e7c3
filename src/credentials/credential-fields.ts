import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsEmail,
  IsIn,
  IsString,
  Length,
  Matches,
  MaxLength,
} from 'class-validator';
import { ACCOUNT_SCOPES } from '../common/operations/access';
import { SecretField } from '../common/operations/secret-field';
import { documented, Field, type FieldOptions, OneLine } from '../common/validation/field-rules';

// The error reports the first rule that fails, so the order of the rules and the words of class-validator are part of
// the answers.

/** Longer than any password that can be chosen, so that the answer to a long one is only that it is wrong. */
const LONGEST_PASSWORD = 1024;
const LONGEST_NAME = 100;
const LONGEST_EMAIL = 254;

/** The account's current password, as proof. */
export function CurrentPassword(): PropertyDecorator {
  return applyDecorators(
    SecretField(),
    ApiProperty({ minLength: 1, maxLength: LONGEST_PASSWORD }),
    Length(1, LONGEST_PASSWORD),
    IsString(),
  );
}

/** The email of an account as its owner writes it. It is validated as sent, and normalized to find the account. */
export function AccountEmail(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', maxLength: LONGEST_EMAIL }),
    MaxLength(LONGEST_EMAIL),
    IsEmail(),
  );
}

/** The label of a credential. */
export function CredentialName(field: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, minLength: 1, maxLength: LONGEST_NAME, pattern: '\\S', ...documented(field) }),
    Field(field),
    Matches(/\S/, { message: 'must not be blank' }),
    OneLine(),
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

/** At least one account scope, each at most once. */
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
