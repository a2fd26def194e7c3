import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { documented, Field, type FieldOptions } from './field-rules';

/*
 * Decorators for common fields. The response names the first rule here that is broken, so the type rule comes first: otherwise a
 * value that is not a number could be reported as "too large".
 */

/** A boolean. */
export const Flag = (field: FieldOptions = {}): PropertyDecorator => applyDecorators(IsBoolean(), Field(field));

/** One of the words. */
export const OneOf = (words: readonly string[], field: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(ApiProperty({ enum: words, ...documented(field) }), IsIn(words), Field(field));

/** Some of the words, each at most once. The size is checked first, because the search for duplicates takes quadratic time. */
export const SetOf = (words: readonly string[], field: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ enum: words, isArray: true, maxItems: words.length, uniqueItems: true, ...documented(field) }),
    Field(field),
    IsArray(),
    ArrayMaxSize(words.length),
    IsIn(words, { each: true }),
    ArrayUnique(),
  );

/** At most `size` UUIDs in lower case, each at most once. */
export const Ids = ({ size, ...field }: { size: number } & FieldOptions): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: size, ...documented(field) }),
    Transform(({ value }) =>
      Array.isArray(value)
        ? value.map((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id))
        : (value as unknown),
    ),
    Field(field),
    IsArray(),
    ArrayMaxSize(size),
    ArrayUnique(),
    IsUUID('loose', { each: true }),
  );

interface Bounds extends FieldOptions {
  min: number;
  max: number;
}

/** `#rrggbb`, stored in lower case. */
export const Color = (field: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: String, maxLength: 7, ...documented(field) }),
    Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown))),
    Matches(/^#[0-9a-fA-F]{6}$/, { message: 'must be a color such as #4f46e5' }),
    Field(field),
  );

/** A whole number within bounds. */
export const Whole = ({ min, max, ...field }: Bounds): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: min, maximum: max, ...documented(field) }),
    IsInt(),
    Max(max),
    Min(min),
    Field(field),
  );

/** A number within bounds. */
export const Numeric = ({ min, max, ...field }: Bounds): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: Number, minimum: min, maximum: max, ...documented(field) }),
    IsNumber(),
    Max(max),
    Min(min),
    Field(field),
  );

/** An object with its own rules. */
export const Nested = (part: () => Class, field: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(Type(part), ValidateNested(), IsObject(), Field(field));

/** At most `size` of such objects. */
export const NestedList = (part: () => Class, { size, ...field }: { size: number } & FieldOptions): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: () => [part()], maxItems: size, ...documented(field) }),
    Type(part),
    ValidateNested({ each: true }),
    IsObject({ each: true }),
    ArrayMaxSize(size),
    IsArray(),
    Field(field),
  );
