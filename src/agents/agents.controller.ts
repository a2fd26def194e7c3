import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { CurrentMember, CurrentScope } from '../common/auth/current.decorators';
import type { Member, WorkspaceScope } from '../common/auth/principal';
import type { JsonText } from '../common/http/json-text';
import { Operation } from '../common/operations/operation.decorator';
import { Section } from '../common/operations/section.decorator';
import { AgentDto } from './agent.dto';
import { CreateAgentInput, UpdateAgentInput } from './agent-input.dto';
import { AgentsService } from './agents.service';

@Section('Chat agents: what they are told, how they look, and their life from draft to deletion.')
@Controller('workspaces/:workspaceId/agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @Operation({
    operationId: 'listAgents',
    summary: 'List the agents of a workspace',
    description: 'Oldest first, those scheduled for deletion included. A restricted member sees only their agents.',
    access: { kind: 'account_or_workspace', scopes: ['workspaces:read'], keyScopes: ['agents:read'] },
    returns: [AgentDto],
  })
  async list(@CurrentScope() scope: WorkspaceScope): Promise<JsonText> {
    return this.agents.list(scope);
  }

  @Post()
  @Operation({
    operationId: 'createAgent',
    summary: 'Create an agent',
    description:
      'What is not supplied gets its default. Agents that are scheduled for deletion leave room in the plan.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: AgentDto,
    status: 201,
    errors: ['plan_limit_reached'],
    location: '/workspaces/{workspaceId}/agents/{id}',
    idempotent: true,
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateAgentInput): Promise<AgentDto> {
    return this.agents.create(member, input);
  }

  @Get(':agentId')
  @Operation({
    operationId: 'getAgent',
    summary: 'Read an agent',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: AgentDto,
  })
  async get(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentDto> {
    return this.agents.get(member, agentId);
  }

  @Patch(':agentId')
  @Operation({
    operationId: 'updateAgent',
    summary: 'Change an agent',
    description:
      'Only what is supplied changes: config objects merge, arrays replace, null clears. draft → active ⇄ inactive.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: AgentDto,
    errors: ['invalid_transition'],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Body() input: UpdateAgentInput,
  ): Promise<AgentDto> {
    return this.agents.update(member, agentId, input);
  }

  @Delete(':agentId')
  @Operation({
    operationId: 'deleteAgent',
    summary: 'Schedule an agent for deletion',
    description: 'It takes no chat turns from now on and is purged with all that belongs to it after 30 days.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: AgentDto,
    destructive: true,
  })
  async delete(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentDto> {
    return this.agents.delete(member, agentId);
  }

  @Post(':agentId/restore')
  @Operation({
    operationId: 'restoreAgent',
    summary: 'Call off the deletion of an agent',
    description: 'Answers the agent as it is where no deletion is scheduled.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: AgentDto,
    errors: ['plan_limit_reached'],
  })
  async restore(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentDto> {
    return this.agents.restore(member, agentId);
  }
}
