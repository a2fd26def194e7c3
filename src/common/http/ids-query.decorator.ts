import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsOptional, IsUUID } from 'class-validator';

const ID = '01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f';
const ID_LENGTH = ID.length;

/** A query parameter of up to `most` UUIDs, separated by commas, as an array in lower case. Undefined if it is absent. */
export function IdsQuery({ most }: { most: number }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, minLength: ID_LENGTH, maxLength: most * (ID_LENGTH + 1) - 1, example: ID }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase().split(',') : value)),
    IsOptional(),
    ArrayMaxSize(most),
    IsUUID('loose', { each: true, message: 'must be ids separated by commas' }),
  );
}
