import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { isOneLine } from '../text/one-line';
import { isHttpsUrl, isLanguageTag, isSite, languageTag, LONGEST_LANGUAGE_TAG, LONGEST_URL } from './field-formats';

export interface FieldOptions {
  /** The field may be left out. */
  optional?: true;
  /** null is allowed and clears the field. */
  nullable?: true;
}

export interface TextOptions extends FieldOptions {
  min?: number;
  max: number;
  /** Surrounding white space is removed. */
  trim?: true;
  /** A name, a title, a subject: trimmed, and one line without hidden characters. */
  line?: true;
}

/** Allows an absent field, or null, according to the options. All other values are validated. */
export function Field({ optional, nullable }: FieldOptions): PropertyDecorator {
  return ValidateIf((_object, value: unknown) => !(optional && value === undefined) && !(nullable && value === null));
}

/** The text must not be blank. */
export const NOT_BLANK = { pattern: '\\S' };

/** Text of `min` to `max` characters. Like PostgreSQL, it counts code points. */
export function Text({ min = 0, max, trim, line, ...field }: TextOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      ...{ type: String, ...bounds(min, max) },
      ...((trim || line) && min > 0 ? NOT_BLANK : {}),
      ...documented(field),
    }),
    ...(trim || line
      ? [Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))]
      : []),
    Field(field),
    IsString(),
    ...lengths(min, max),
    ...(line ? [OneLine()] : []),
  );
}

/** One line without hidden characters, for texts in lists, in headers and next to other names. */
export const OneLine = (): PropertyDecorator =>
  rule('isOneLine', isLine, 'must be one line, without control or invisible characters');

/** At most `size` texts of `min` to `max` characters each. */
export function TextList({
  size,
  min,
  max,
  ...field
}: { size: number; min: number; max: number } & FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', ...bounds(min, max) },
      maxItems: size,
      ...documented(field),
    }),
    Field(field),
    IsArray(),
    ArrayMaxSize(size),
    IsString({ each: true }),
    ...lengths(min, max, { each: true }),
  );
}

/** An absolute https URL without a user name. */
export const HttpsUrl = (field: FieldOptions): PropertyDecorator =>
  applyDecorators(
    Text({ min: 9, max: LONGEST_URL, ...field }),
    ApiProperty({ pattern: '^[Hh][Tt][Tt][Pp][Ss]://[^\\s\\\\]+$' }),
    rule('isHttpsUrl', isHttpsUrl, 'must be an absolute URL that begins with https://'),
  );

/** A BCP 47 language tag, or `auto`. */
export const LanguageOrAuto = (field: FieldOptions): PropertyDecorator =>
  applyDecorators(
    Text({ min: 2, max: LONGEST_LANGUAGE_TAG, ...field }),
    rule('isLanguage', (value) => value === 'auto' || isLanguageTag(value), 'must be a BCP 47 language tag or auto'),
  );

/** A BCP 47 language tag, stored in its canonical spelling: `en-GB`. */
export const LanguageTag = (field: FieldOptions): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? (languageTag(value) ?? value) : (value as unknown))),
    Text({ min: 2, max: LONGEST_LANGUAGE_TAG, ...field }),
    rule('isLanguage', isLanguageTag, 'must be a BCP 47 language tag'),
  );

/** Host names with an optional port. `*.` before a name stands for all its subdomains. Stored in lower case. */
export const Sites = ({ size, ...field }: { size: number } & FieldOptions): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }) =>
      Array.isArray(value)
        ? value.map((item: unknown) => (typeof item === 'string' ? item.toLowerCase() : item))
        : (value as unknown),
    ),
    TextList({ size, min: 1, max: 261, ...field }),
    rule('isSite', isSite, 'must contain only host names, such as shop.example, *.shop.example, or localhost:8080', {
      each: true,
    }),
  );

function isLine(value: unknown): boolean {
  return typeof value !== 'string' || isOneLine(value);
}

function lengths(min: number, max: number, options?: ValidationOptions): PropertyDecorator[] {
  return [
    rule('maxLength', (value) => isAtMost(value, max), `must be at most ${characters(max)}`, options),
    ...(min > 0
      ? [rule('minLength', (value) => isAtLeast(value, min), `must be at least ${characters(min)}`, options)]
      : []),
  ];
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

/** A code point is one or two code units, so that most texts need no counting. */
function isAtMost(value: unknown, max: number): boolean {
  return typeof value !== 'string' || value.length <= max || Array.from(value).length <= max;
}

function isAtLeast(value: unknown, min: number): boolean {
  return typeof value === 'string' && (value.length >= 2 * min || Array.from(value).length >= min);
}

function rule(
  name: string,
  holds: (value: unknown) => boolean,
  message: string,
  options?: ValidationOptions,
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: holds, defaultMessage: () => message } }, options);
}

function bounds(min: number, max: number): { minLength?: number; maxLength: number } {
  return { ...(min > 0 ? { minLength: min } : {}), maxLength: max };
}

/** The {@link FieldOptions} in the terms of the API documentation. */
export function documented({ optional, nullable }: FieldOptions): { required?: false; nullable?: true } {
  return { ...(optional ? { required: false } : {}), ...(nullable ? { nullable: true } : {}) };
}
