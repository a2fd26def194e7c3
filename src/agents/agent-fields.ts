import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, Matches, MaxLength } from 'class-validator';
import { Field, type FieldOptions } from '../common/validation/field-rules';

/** `#rrggbb`, stored in lower case. */
export function Color(field: FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, maxLength: 7 }),
    Transform(({ value }) => (typeof value === 'string' ? value.toLowerCase() : (value as unknown))),
    Matches(/^#[0-9a-fA-F]{6}$/, { message: 'must be a color such as #4f46e5' }),
    Field(field),
  );
}

/** An address to show or to write to, kept as it was typed: nobody is recognized by it, as they are by an `@EmailAddress`. */
export function TypedEmail({ max, ...field }: { max?: number } & FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', nullable: true, maxLength: 254 }),
    ...(max === undefined ? [] : [MaxLength(max)]),
    IsEmail(),
    Field(field),
  );
}
