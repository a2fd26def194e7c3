import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsNotEmpty, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { SecretField } from '../common/operations/secret-field';
import { documented, Field, type FieldOptions, OneLine } from '../common/validation/field-rules';

// The first rule that fails is the one that is told: their order is part of the answers, as are the words of class-validator.

/** NIST SP 800-63B asks for 8 at least and 64 at most at least; this service for 12 and 200. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 200;
const LONGEST_TOKEN = 200;
const LONGEST_NAME = 100;
const NAME = /^[^\p{Cc}\u2028\u2029]*$/u;

/** A password that somebody chooses. */
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

/** A password that was chosen before, as proof. */
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

/** The same at the moment of signing in, where a list is told that it is too long, and not that it is no text. */
export const SignInPassword = (): PropertyDecorator => shownSecret(LONGEST_PASSWORD);

/** The token of a mail. */
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

/** How a person is called; trimmed, one line in which nothing is hidden. */
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
