import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { CurrentMember, CurrentScope } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { JsonText } from '../common/request/json-text';
import type { Member, WorkspaceScope } from '../common/request/principal';
import { CreateAgentInput, UpdateAgentInput } from './agent-input.dto';
import { AgentDto } from './agent.dto';
import { AgentsService } from './agents.service';
import { AUDITED_AGENT_FIELDS } from './audited-agent-fields';

@Section('Chat agents: their instructions, appearance, and life cycle from draft to deletion.')
@Controller('workspaces/:workspaceId/agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @Operation({
    operationId: 'listAgents',
    summary: 'List agents',
    description:
      'Oldest first, including agents scheduled for deletion. A restricted member sees only their own agents.',
    access: { kind: 'account_or_workspace', scopes: ['workspaces:read'], keyScopes: ['agents:read'] },
    returns: [AgentDto],
    inDefaultToolset: true,
  })
  async list(@CurrentScope() scope: WorkspaceScope): Promise<JsonText> {
    return this.agents.list(scope);
  }

  @Post()
  @Operation({
    operationId: 'createAgent',
    summary: 'Create an agent',
    description:
      'Fields you omit get their defaults. Agents scheduled for deletion do not count toward the plan’s limit.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'response.id'], fields: AUDITED_AGENT_FIELDS },
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
    summary: 'Get an agent',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: AgentDto,
  })
  async get(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentDto> {
    return this.agents.get(member, agentId);
  }

  @Patch(':agentId')
  @Operation({
    operationId: 'updateAgent',
    summary: 'Update an agent',
    description:
      'Changes only the fields you send: configuration objects are merged, arrays are replaced, and null clears ' +
      'a field. Allowed status changes: draft → active ⇄ inactive.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'path.agentId'], fields: AUDITED_AGENT_FIELDS },
    returns: AgentDto,
    errors: ['invalid_transition', 'version_conflict'],
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
    description:
      'The agent stops taking chat turns immediately. After 30 days, it is purged with everything that belongs ' +
      'to it. Until then, `restoreAgent` cancels the deletion.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'path.agentId'] },
    returns: AgentDto,
    destructive: true,
    cli: {
      consequence:
        'It stops answering now. In 30 days it is deleted with everything that belongs to it; until then, parley agents restore undoes this.',
    },
  })
  async delete(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentDto> {
    return this.agents.delete(member, agentId);
  }

  @Post(':agentId/restore')
  @Operation({
    operationId: 'restoreAgent',
    summary: 'Restore an agent',
    description: 'Cancels the scheduled deletion of an agent. Returns the agent unchanged if no deletion is scheduled.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'path.agentId'] },
    returns: AgentDto,
    errors: ['plan_limit_reached'],
  })
  async restore(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentDto> {
    return this.agents.restore(member, agentId);
  }
}
