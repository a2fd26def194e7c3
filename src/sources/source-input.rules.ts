import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { isLanguageTag } from '../common/validation/field-formats';
import { documented, Field, type FieldOptions } from '../common/validation/field-rules';
import { OnlyFor } from '../common/validation/only-for';
import { LANGUAGES } from '../language/language';
import { pageAddress } from '../documents/html/page-address';
import { REFUSED_TYPES } from './refused-types';
import { FILE_MEDIA_TYPES, SOURCE_TYPES, type SourceType } from './source.types';

export const LONGEST_REFRESH_HOURS = 8_760;

const oneOf = (list: readonly string[], value: unknown): boolean => typeof value === 'string' && list.includes(value);

export const IsSourceType = (): PropertyDecorator =>
  ValidateBy({
    name: 'isIn',
    validator: {
      validate: (value) => oneOf(SOURCE_TYPES, value),
      defaultMessage: () => `must be ${SOURCE_TYPES.join(', ')}`,
    },
  });

/** Of a format that is not read, the message says what to do instead. */
export const IsFileMediaType = (): PropertyDecorator =>
  ValidateBy({
    name: 'isIn',
    validator: {
      validate: (value) => oneOf(FILE_MEDIA_TYPES, value),
      defaultMessage: (args) =>
        [`must be one of the following values: ${FILE_MEDIA_TYPES.join(', ')}`, refusalOf(args?.value)].join(''),
    },
  });

function refusalOf(mediaType: unknown): string {
  const refusal = typeof mediaType === 'string' && Object.hasOwn(REFUSED_TYPES, mediaType) && REFUSED_TYPES[mediaType];
  return refusal ? `. ${refusal}` : '';
}

/** The property belongs to sources of some types: required there unless it is optional, refused elsewhere. */
export const For = (types: SourceType | readonly SourceType[], field: FieldOptions = {}): PropertyDecorator =>
  OnlyFor({
    property: 'type',
    value: types,
    message: `is allowed only for sources of type ${[types].flat().join(' or ')}`,
    ...field,
  });

/** The property belongs to files that are in the body: required there, refused where the file was uploaded. */
export const ForFileHere = (): PropertyDecorator =>
  applyDecorators(
    For('file'),
    ValidateIf((source: { fileId?: unknown }, value: unknown) => source.fileId === undefined || value !== undefined),
    ValidateBy({
      name: 'isFileHere',
      validator: {
        validate: (_value, args) => (args?.object as { fileId?: unknown }).fileId === undefined,
        defaultMessage: () => 'is not allowed beside fileId',
      },
    }),
  );

/** An address that can be fetched, as far as it can be seen from it. */
export const IsPageAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isPageAddress',
    validator: {
      validate: (value) => typeof value === 'string' && /^https?:/i.test(value) && pageAddress(value) !== null,
      defaultMessage: () =>
        'must be an absolute http or https URL of at most 2,000 characters, without a user or password',
    },
  });

/** Hours between two visits of an address: an hour to a year. */
export const IsRefreshHours = (): PropertyDecorator => applyDecorators(IsInt(), Min(1), Max(LONGEST_REFRESH_HOURS));

export const RefreshHours = (field: FieldOptions): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 1, maximum: LONGEST_REFRESH_HOURS, ...documented(field) }),
    Field(field),
    IsRefreshHours(),
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
