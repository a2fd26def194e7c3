import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import type { Member } from '../common/request/principal';
import type { UpdateAgentTokenBudgetInput } from './token-usage.dto';
import type { TokenOwner } from './token-usage.repository';
import { TokenUsageService } from './token-usage.service';
import type { DayOfUsage, TokenBalance } from './token-usage.types';

/** Budgets and usage of agents, for members who can see them. */
@Injectable()
export class AgentBudgetsService {
  constructor(
    private readonly agents: AgentsService,
    private readonly usage: TokenUsageService,
  ) {}

  /** @throws NotFound 404 */
  async balance(member: Member, agentId: string): Promise<TokenBalance> {
    return this.usage.balance(await this.ownerOf(member, agentId));
  }

  /** @throws NotFound 404 */
  async update(member: Member, agentId: string, input: UpdateAgentTokenBudgetInput): Promise<TokenBalance> {
    return this.usage.update(await this.ownerOf(member, agentId), input);
  }

  /** @throws NotFound 404 */
  async listUsage(member: Member, agentId: string, days = 30): Promise<DayOfUsage[]> {
    return this.usage.list(await this.ownerOf(member, agentId), days);
  }

  private async ownerOf(member: Member, agentId: string): Promise<TokenOwner> {
    const { workspaceId, id } = await this.agents.require(member, agentId);
    return { workspaceId, agentId: id };
  }
}
