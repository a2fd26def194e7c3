import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Expose, Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** A whole number within bounds as a query parameter. If it is absent, the value is `fallback`, or undefined without one. */
export function IntegerQuery(bounds: { fallback?: number; min: number; max: number }): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      ...(bounds.fallback === undefined ? {} : { default: bounds.fallback }),
      minimum: bounds.min,
      maximum: bounds.max,
    }),
    // class-transformer transforms absent fields only if they are exposed.
    Expose(),
    // Number('') is 0 and Number('1e2') is 100. Only plain digits are a valid number here.
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : (value ?? bounds.fallback),
    ),
    IsOptional(),
    IsInt(),
    Min(bounds.min),
    Max(bounds.max),
  );
}
