import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, MaxLength } from 'class-validator';
import { Field, type FieldOptions } from '../common/validation/field-rules';

/** An address to show or to write to, stored as it was typed: it identifies no person, as an `@EmailAddress` does. */
export function TypedEmail({ max, ...field }: { max?: number } & FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, format: 'email', nullable: true, maxLength: 254 }),
    ...(max === undefined ? [] : [MaxLength(max)]),
    IsEmail(),
    Field(field),
  );
}
