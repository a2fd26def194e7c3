import { ApiProperty } from '@nestjs/swagger';
import { IntegerQuery } from '../common/http/integer-query.decorator';
import { Whole } from '../common/validation/plain-fields';
import type { DayOfUsage, TokenBalance } from './token-usage.types';

const Tokens = (example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example });
const Limit = (example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, nullable: true, example });

export class UpdateAgentTokenBudgetInput {
  /**
   * The most input and output tokens per day (UTC). null means no limit.
   * @example 200000
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, nullable: true })
  tokensPerDay?: number | null;
  /**
   * The most input and output tokens per calendar month (UTC). null means no limit.
   * @example 3000000
   */
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, nullable: true })
  tokensPerMonth?: number | null;
}

export class AgentTokenBudgetDto {
  /** The most tokens per day (UTC). null if there is no limit. */
  @Limit(200_000)
  tokensPerDay: number | null;
  /** The most tokens per calendar month (UTC). null if there is no limit. */
  @Limit(3_000_000)
  tokensPerMonth: number | null;
  /** Tokens spent since 00:00 UTC. */
  @Tokens(48_210)
  usedToday: number;
  /** Tokens spent since the first day of the month, in UTC. */
  @Tokens(910_400)
  usedThisMonth: number;
  /** Estimated tokens of answers in progress. */
  @Tokens(0)
  held: number;

  static from({ tokensPerDay, tokensPerMonth, usedToday, usedThisMonth, held }: TokenBalance): AgentTokenBudgetDto {
    return { tokensPerDay, tokensPerMonth, usedToday, usedThisMonth, held };
  }
}

export class ListAgentTokenUsageQuery {
  /** The number of days up to and including today, in UTC. */
  @IntegerQuery({ min: 1, max: 366, fallback: 30 })
  days?: number;
}

export class AgentTokenUsageDto {
  /** @example "2026-03-01" */
  @ApiProperty({ format: 'date' })
  day: string;
  /** @example "gpt-4o-mini" */
  model: string;
  /** The number of requests that the model server has answered, or begun to answer. */
  @Tokens(31)
  requests: number;
  @Tokens(44_100)
  inputTokens: number;
  @Tokens(4_110)
  outputTokens: number;

  static from({ day, model, requests, inputTokens, outputTokens }: DayOfUsage): AgentTokenUsageDto {
    return { day, model, requests, inputTokens, outputTokens };
  }
}

export class AgentTokenUsageListDto {
  /** By day and model, newest first, at most 1,000 entries. Days without requests are omitted. */
  usage: AgentTokenUsageDto[];
}
