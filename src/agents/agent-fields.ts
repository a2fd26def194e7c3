import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, MaxLength } from 'class-validator';
import { Field, type FieldOptions } from '../common/validation/field-rules';

/** An address to show or to write to, kept as it was typed: nobody is recognized by it, as they are by an `@EmailAddress`. */
export function TypedEmail({ max, ...field }: { max?: number } & FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', nullable: true, maxLength: 254 }),
    ...(max === undefined ? [] : [MaxLength(max)]),
    IsEmail(),
    Field(field),
  );
}
