import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { AgentBudgetsService } from './agent-budgets.service';
import {
  AgentTokenBudgetDto,
  AgentTokenUsageDto,
  AgentTokenUsageListDto,
  ListAgentTokenUsageQuery,
  UpdateAgentTokenBudgetInput,
} from './token-usage.dto';

@ApiTags('Models')
@Controller('workspaces/:workspaceId/agents/:agentId')
export class TokenUsageController {
  constructor(private readonly budgets: AgentBudgetsService) {}

  @Get('token-budget')
  @Operation({
    operationId: 'getAgentTokenBudget',
    summary: 'Get the token budget of an agent',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: AgentTokenBudgetDto,
  })
  async get(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentTokenBudgetDto> {
    return AgentTokenBudgetDto.from(await this.budgets.balance(member, agentId));
  }

  @Patch('token-budget')
  @Operation({
    operationId: 'updateAgentTokenBudget',
    summary: 'Set the token budget of an agent',
    description: `Limits the cost of the agent’s answers, and of the copilot’s suggestions for its conversations, at model servers. A server
    is only called if the estimate fits into the remaining budget; the real cost then counts. Once the budget is spent, the built-in
    model answers for free, and the turn has \`budget_spent\` in \`fallback\`. It also writes the suggestions, except
    translations, which are refused (503).`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'path.agentId'], fields: { tokensPerDay: 'plain', tokensPerMonth: 'plain' } },
    returns: AgentTokenBudgetDto,
  })
  async update(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Body() input: UpdateAgentTokenBudgetInput,
  ): Promise<AgentTokenBudgetDto> {
    return AgentTokenBudgetDto.from(await this.budgets.update(member, agentId, input));
  }

  @Get('token-usage')
  @Operation({
    operationId: 'listAgentTokenUsage',
    summary: 'List the token usage of an agent',
    description: `Lists usage by day (UTC) and model, for chat turns, suggestions of the copilot and tests of the agent’s knowledge. Counts are
    those that the model server reports; without a report, they are estimated at four characters per token.`,
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: AgentTokenUsageListDto,
  })
  async list(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Query() { days }: ListAgentTokenUsageQuery,
  ): Promise<AgentTokenUsageListDto> {
    return { usage: (await this.budgets.listUsage(member, agentId, days)).map((day) => AgentTokenUsageDto.from(day)) };
  }
}
