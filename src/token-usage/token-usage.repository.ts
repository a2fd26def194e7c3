import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { TokenBudget } from './token-budget.entity';
import { TokenHold } from './token-hold.entity';
import { INSERT_HOLD, LIST_DAYS, READ_USED, SETTLE } from './token-usage.sql';
import type { DayOfUsage, HeldTokens, TokenBalance } from './token-usage.types';

/** The agent that pays for the tokens. */
export interface TokenOwner {
  workspaceId: string;
  agentId: string;
}

type Used = Pick<TokenBalance, 'usedToday' | 'usedThisMonth' | 'held'>;

/** The tables agent_token_budgets, agent_token_days and agent_token_holds. A hold needs a lock on the budget. */
@Injectable()
export class TokenUsageRepository {
  constructor(private readonly work: UnitOfWork) {}

  findBudget({ workspaceId, agentId }: TokenOwner): Promise<TokenBudget | null> {
    return this.work.manager.findOneBy(TokenBudget, { workspaceId, agentId });
  }

  /** Other holds of the agent wait until the transaction ends. */
  findLockedBudget({ workspaceId, agentId }: TokenOwner): Promise<TokenBudget | null> {
    const options = { where: { workspaceId, agentId }, lock: { mode: 'pessimistic_write' as const } };
    return this.work.manager.findOne(TokenBudget, options);
  }

  async upsertBudget(budget: TokenBudget): Promise<void> {
    await this.work.manager.upsert(TokenBudget, budget, ['workspaceId', 'agentId']);
  }

  /** Tokens used in the current day and month, and held ones. One statement. */
  async findUsed({ workspaceId, agentId }: TokenOwner): Promise<Used> {
    const [used] = await this.work.query<Used>(READ_USED, [workspaceId, agentId]);
    return used!;
  }

  async insertHold({ workspaceId, agentId }: TokenOwner, tokens: number): Promise<HeldTokens> {
    const id = newId();
    await this.work.query(INSERT_HOLD, [workspaceId, agentId, id, tokens]);
    return { id };
  }

  async deleteHold({ workspaceId, agentId }: TokenOwner, id: string): Promise<void> {
    await this.work.manager.delete(TokenHold, { workspaceId, agentId, id });
  }

  /** Adds to the current day, and removes the hold. */
  async settle(
    { workspaceId, agentId }: TokenOwner,
    held: HeldTokens,
    { model, inputTokens, outputTokens }: Pick<DayOfUsage, 'model' | 'inputTokens' | 'outputTokens'>,
  ): Promise<void> {
    await this.work.query(SETTLE, [workspaceId, agentId, held?.id ?? null, model, inputTokens, outputTokens]);
  }

  /** The last `days`, newest first, at most `rows` rows. */
  listDays({ workspaceId, agentId }: TokenOwner, days: number, rows: number): Promise<DayOfUsage[]> {
    return this.work.query<DayOfUsage>(LIST_DAYS, [workspaceId, agentId, days, rows]);
  }
}
