import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, isEmail, MaxLength, ValidateBy, ValidateIf } from 'class-validator';
import { asciiHostName } from '../text/host-name';
import { normalForm } from '../text/normal-form';

/** RFC 5321 §4.5.3.1.3: 256 octets of path, two of them the angle brackets. */
const LONGEST = 254;

/** No spaces or invisible characters, and no characters with a meaning in a header or an envelope (RFC 5322 §3.2.3). */
const PLAIN = /^[^\s\p{C}()<>[\]:;@\\,"]+@[^\s\p{C}()<>[\]:;@\\,"]+$/u;

const USUAL = /^(?=.{1,64}@)[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:(?=[^.]{1,63}\.)[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z]{2,63}$/;

/**
 * Whether a normalized address has the common form. `isEmail` accepts all of these, but is many times slower.
 */
export function isUsualAddress(text: string): boolean {
  return text.length <= LONGEST && USUAL.test(text);
}

/** Whether every parser reads the text as exactly one address. */
export function isPlainAddress(text: string): boolean {
  return PLAIN.test(text);
}

/** Whether a normalized text is an email address. Its domain must be a host name in one of the two spellings of RFC 5890. */
export function isEmailAddress(text: string): boolean {
  if (isUsualAddress(text)) return true;
  return isPlainAddress(text) && isEmail(text) && asciiHostName(text.slice(text.lastIndexOf('@') + 1)) !== null;
}

/** The normal form of an address: trimmed, lower case, Unicode NFC. Two addresses are the same if their normal forms are equal. */
export function normalEmail(text: string): string {
  return normalForm(text.trim().toLowerCase(), 'NFC');
}

/**
 * An email address in a body, normalized before validation. Quoted local parts (`"a b"@example.com`) are refused, because they are
 * not in real use and can inject syntax into headers.
 */
export function EmailAddress(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'string', format: 'email', maxLength: LONGEST, example: 'ada@example.com' }),
    Transform(({ value }) => (typeof value === 'string' ? normalEmail(value) : (value as unknown))),
    ValidateBy({
      name: 'isEmail',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isEmailAddress(value),
        defaultMessage: () => 'must be an email address',
      },
    }),
    MaxLength(LONGEST),
  );
}

/** `min` to `max` email addresses in a body, each normalized and at most once. */
export function EmailAddresses({
  min = 1,
  max,
  optional,
}: {
  min?: number;
  max: number;
  optional?: true;
}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', format: 'email', maxLength: LONGEST },
      minItems: min,
      maxItems: max,
      ...(optional ? { required: false } : { example: ['ada@example.com'] }),
    }),
    Transform(({ value }) =>
      Array.isArray(value)
        ? [...new Set(value.map((one: unknown) => (typeof one === 'string' ? normalEmail(one) : one)))]
        : (value as unknown),
    ),
    ValidateIf((_object, value: unknown) => !(optional && value === undefined)),
    IsArray(),
    ArrayMaxSize(max),
    ArrayMinSize(min),
    ValidateBy(
      {
        name: 'isEmail',
        validator: {
          validate: (value: unknown) => typeof value === 'string' && value.length <= LONGEST && isEmailAddress(value),
          defaultMessage: () => 'must contain only email addresses',
        },
      },
      { each: true },
    ),
  );
}
