import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';

/** `true` or `false` in a query string; undefined where it is left out. */
export function FlagQuery(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean }),
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsOptional(),
    IsBoolean(),
  );
}
