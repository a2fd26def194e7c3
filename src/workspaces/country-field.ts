import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { isSupportedCountry } from 'libphonenumber-js';
import { Field, type FieldOptions } from '../common/validation/field-rules';

/** A country with telephone numbers of its own, as ISO 3166-1 alpha-2. Stored in capital letters. */
export function Country(field: FieldOptions): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, pattern: '^[A-Za-z]{2}$', nullable: true, required: false, example: 'DE' }),
    Transform(({ value }) => (typeof value === 'string' ? value.toUpperCase() : (value as unknown))),
    Field(field),
    ValidateBy({
      name: 'isCountry',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isSupportedCountry(value),
        defaultMessage: () => 'must be the ISO 3166-1 alpha-2 code of a country, such as DE',
      },
    }),
  );
}
