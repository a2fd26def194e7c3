import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { UpdateAgentTokenBudgetInput } from './token-usage.dto';
import { type TokenOwner, TokenUsageRepository } from './token-usage.repository';
import type { DayOfUsage, HeldTokens, TokenBalance } from './token-usage.types';

/** Days times models: more than an agent has in a year, unless its model changes daily. */
const MOST_ROWS = 1_000;

/**
 * What agents spend at model servers. Tokens are held before a server is asked, and become usage when it has answered: so answers
 * that are written at once do not each spend what is left for one of them. How many an answer takes is known only
 * afterwards; what it takes beyond its hold counts as well.
 */
@Injectable()
export class TokenUsageService {
  constructor(
    private readonly usage: TokenUsageRepository,
    private readonly work: UnitOfWork,
  ) {}

  /** For 90 seconds at most. `'spent'`: the budget has less than that left. */
  hold(owner: TokenOwner, tokens: number): Promise<HeldTokens | 'spent'> {
    return this.work.run(async () => {
      const budget = await this.usage.findLockedBudget(owner);
      if (!budget || (budget.tokensPerDay === null && budget.tokensPerMonth === null)) return null;
      const { usedToday, usedThisMonth, held } = await this.usage.findUsed(owner);
      const fits = (limit: number | null, used: number): boolean => limit === null || used + held + tokens <= limit;
      const isLeft = fits(budget.tokensPerDay, usedToday) && fits(budget.tokensPerMonth, usedThisMonth);
      return isLeft ? this.usage.insertHold(owner, tokens) : 'spent';
    });
  }

  /** Nothing came of it. */
  async release(owner: TokenOwner, held: HeldTokens): Promise<void> {
    if (held) await this.usage.deleteHold(owner, held.id);
  }

  settle(
    owner: TokenOwner,
    held: HeldTokens,
    used: Pick<DayOfUsage, 'model' | 'inputTokens' | 'outputTokens'>,
  ): Promise<void> {
    return this.usage.settle(owner, held, used);
  }

  async balance(owner: TokenOwner): Promise<TokenBalance> {
    const budget = await this.usage.findBudget(owner);
    const { tokensPerDay = null, tokensPerMonth = null } = budget ?? {};
    return { tokensPerDay, tokensPerMonth, ...(await this.usage.findUsed(owner)) };
  }

  update(owner: TokenOwner, input: UpdateAgentTokenBudgetInput): Promise<TokenBalance> {
    return this.work.run(async () => {
      const before = await this.usage.findLockedBudget(owner);
      const { tokensPerDay = before?.tokensPerDay ?? null, tokensPerMonth = before?.tokensPerMonth ?? null } = input;
      await this.usage.upsertBudget({ ...owner, tokensPerDay, tokensPerMonth });
      return this.balance(owner);
    });
  }

  list(owner: TokenOwner, days: number): Promise<DayOfUsage[]> {
    return this.usage.listDays(owner, days, MOST_ROWS);
  }
}
