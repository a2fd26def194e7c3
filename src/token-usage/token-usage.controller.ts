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
    description: `Bounds what the agent’s answers, and the copilot’s suggestions for its conversations, may cost at model servers. A server
is only asked if the estimate fits into what is left; what it really takes is then counted. Once the budget is spent, the built-in
model answers, which costs nothing, and the turn says \`budget_spent\` in \`fallback\`. It writes the suggestions, too, except for
translations, which are refused (503).`,
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
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
    summary: 'List what an agent has spent at model servers',
    description: `By day (UTC) and model, for chat turns, suggestions of the copilot and tests of the agent’s knowledge. Counts are those that the server gives; if it
gives none, they are estimated at four characters a token.`,
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
