import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { UpdateAgentTokenBudgetInput } from './token-usage.dto';
import { type TokenOwner, TokenUsageRepository } from './token-usage.repository';
import type { DayOfUsage, HeldTokens, TokenBalance } from './token-usage.types';

/** Days times models: more than an agent has in a year, unless its model changes daily. */
const MOST_ROWS = 1_000;

/**
 * The tokens that agents spend at model servers. Tokens are held before a request and become usage after the answer, so
 * that concurrent answers cannot each spend the same rest of the budget. The real cost is known only afterwards, and
 * counts even if it exceeds the hold.
 */
@Injectable()
export class TokenUsageService {
  constructor(
    private readonly usage: TokenUsageRepository,
    private readonly work: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** Holds the tokens for at most 90 seconds. `'spent'`: the budget does not have that many left. */
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

  /** Frees the tokens of a request that cost nothing. */
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
      this.audit.before(before ?? {});
      const { tokensPerDay = before?.tokensPerDay ?? null, tokensPerMonth = before?.tokensPerMonth ?? null } = input;
      await this.usage.upsertBudget({ ...owner, tokensPerDay, tokensPerMonth });
      return this.balance(owner);
    });
  }

  list(owner: TokenOwner, days: number): Promise<DayOfUsage[]> {
    return this.usage.listDays(owner, days, MOST_ROWS);
  }
}
