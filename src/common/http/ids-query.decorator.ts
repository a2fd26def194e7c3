import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { UUID_FORM } from '../database/uuid';

const ID = '01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f';

/** A query parameter of up to `most` UUIDs, separated by commas. {@link idsOf} reads it. */
export function IdsQuery({ most }: { most: number }): PropertyDecorator {
  const form = new RegExp(`^${UUID_FORM}(,${UUID_FORM}){0,${most - 1}}$`);
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      pattern: form.source,
      minLength: ID.length,
      maxLength: most * (ID.length + 1) - 1,
      example: ID,
    }),
    IsOptional(),
    Matches(form, { message: `must be at most ${most} ids, separated by commas` }),
  );
}

/** The ids of the parameter, in lower case. Undefined if it is absent. */
export function idsOf(value: string | undefined): string[] | undefined {
  return value?.toLowerCase().split(',');
}
