import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Field, type FieldOptions } from './field-rules';

/*
 * Fields without rules of their own. The rule that is told is the first one here that does not hold, so the kind of the value
 * comes first where another rule would say that something else than a number is "too large".
 */

/** true or false. */
export const Flag = (field: FieldOptions = {}): PropertyDecorator => applyDecorators(IsBoolean(), Field(field));

/** One of the words. */
export const OneOf = (words: readonly string[], field: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(ApiProperty({ enum: words }), IsIn(words), Field(field));

interface Bounds extends FieldOptions {
  min: number;
  max: number;
}

/** `#rrggbb`, stored in lower case. */
export const Color = (field: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: String, maxLength: 7 }),
    Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown))),
    Matches(/^#[0-9a-fA-F]{6}$/, { message: 'must be a color such as #4f46e5' }),
    Field(field),
  );

/** A whole number within bounds. */
export const Whole = ({ min, max, ...field }: Bounds): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: min, maximum: max }),
    IsInt(),
    Max(max),
    Min(min),
    Field(field),
  );

/** A number within bounds. */
export const Numeric = ({ min, max, ...field }: Bounds): PropertyDecorator =>
  applyDecorators(ApiProperty({ minimum: min, maximum: max }), IsNumber(), Max(max), Min(min), Field(field));

/** An object with rules of its own. */
export const Nested = (part: () => Class, field: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(Type(part), ValidateNested(), IsObject(), Field(field));

/** At most `size` of such objects. */
export const NestedList = (part: () => Class, { size, ...field }: { size: number } & FieldOptions): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: () => [part()], maxItems: size }),
    Type(part),
    ValidateNested({ each: true }),
    IsObject({ each: true }),
    ArrayMaxSize(size),
    IsArray(),
    Field(field),
  );
