import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import { isLanguageTag } from '../../common/validation/field-formats';
import { LANGUAGES } from '../language/language';
import { AVAILABLE_TYPES, type AvailableType, SOURCE_TYPES } from './source.types';

const typeOf = (input: unknown): unknown => (input as { type?: unknown }).type;
const oneOf = (list: readonly string[], value: unknown): boolean => typeof value === 'string' && list.includes(value);

/** A type that sources can be made of today; the others are known, and named as such. */
export const IsAvailableType = (): PropertyDecorator =>
  ValidateBy({
    name: 'isIn',
    validator: {
      validate: (value) => oneOf(AVAILABLE_TYPES, value),
      defaultMessage: (args) =>
        oneOf(SOURCE_TYPES, args?.value)
          ? `${String(args?.value)} sources are not available yet`
          : `must be ${AVAILABLE_TYPES.join(', ')}`,
    },
  });

/** The property belongs to sources of one type: required there, refused elsewhere. */
export const For = (type: AvailableType): PropertyDecorator =>
  applyDecorators(
    ValidateIf((input, value: unknown) => typeOf(input) === type || value !== undefined),
    ValidateBy({
      name: 'isForType',
      validator: {
        validate: (_value, args?: ValidationArguments) => typeOf(args?.object) === type,
        defaultMessage: () => `is allowed only for sources of type ${type}`,
      },
    }),
  );

/** Base64 with padding that holds at least one byte. */
export const IsBase64 = (): PropertyDecorator =>
  ValidateBy({
    name: 'isBase64',
    validator: {
      validate: (value) =>
        typeof value === 'string' && value !== '' && Buffer.from(value, 'base64').toString('base64') === value,
      defaultMessage: () => 'must be non-empty Base64 with padding',
    },
  });

export const IsLanguageOfText = (): PropertyDecorator =>
  ValidateBy({
    name: 'isLanguage',
    validator: {
      validate: (value) => oneOf(LANGUAGES, value) || isLanguageTag(value),
      defaultMessage: () => 'must be a BCP 47 language tag or the name of a text search configuration',
    },
  });
