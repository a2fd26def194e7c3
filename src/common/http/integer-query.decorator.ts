import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** A whole number in a query string, within bounds; `fallback` where it is left out, or nothing. */
export function IntegerQuery(bounds: { fallback?: number; min: number; max: number }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      ...(bounds.fallback === undefined ? {} : { default: bounds.fallback }),
      minimum: bounds.min,
      maximum: bounds.max,
    }),
    // Only what is exposed is transformed where it is absent.
    Expose(),
    // Number('') is 0 and Number('1e2') is 100; only plain digits count as a number here.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : (value ?? bounds.fallback),
    ),
    IsOptional(),
    IsInt(),
    Min(bounds.min),
    Max(bounds.max),
  );
}
