import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional } from 'class-validator';

/** A boolean query parameter, `true` or `false`. Undefined if it is absent. */
export function FlagQuery(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean }),
    Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsOptional(),
    IsBoolean(),
  );
}
