import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { getCountries } from 'libphonenumber-js';
import { Field, type FieldOptions } from '../common/validation/field-rules';

const COUNTRIES: readonly string[] = getCountries();

/** A country with telephone numbers of its own, as ISO 3166-1 alpha-2. */
export function Country(field: FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, enum: COUNTRIES as string[], nullable: true, required: false, example: 'DE' }),
    Field(field),
    IsIn(COUNTRIES, { message: 'must be the ISO 3166-1 alpha-2 code of a country, such as DE' }),
  );
}
