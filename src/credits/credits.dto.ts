import { ApiProperty } from '@nestjs/swagger';
import type { CreditBalance } from './credits.types';

const Credits = (example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example });

export class CreditBalanceDto {
  /**
   * The first day of the month that the credits are for, in UTC.
   * @example "2026-03-01"
   */
  @ApiProperty({ format: 'date' })
  month: string;
  /** The credits of the workspace’s plan for each month. null if the plan has no limit. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, nullable: true, example: 100 })
  limit: number | null;
  @Credits(12)
  spent: number;
  /** Credits of requests that are still in progress. They are released if a request fails. */
  @Credits(1)
  held: number;
  /** The credits that can still be spent this month. null if the plan has no limit. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, nullable: true, example: 87 })
  remaining: number | null;

  static from({ month, limit, spent, held, remaining }: CreditBalance): CreditBalanceDto {
    return { month, limit, spent, held, remaining };
  }
}
