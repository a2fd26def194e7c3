import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { AgentMailAddressDto, UpdateAgentMailAddressInput } from './agent-mail-address.dto';
import { AgentMailAddressService } from './agent-mail-address.service';

@ApiTags('Email')
@Section('Conversations by email: addresses for incoming email, and quarantined email.')
@Controller('workspaces/:workspaceId/agents/:agentId/mail-address')
export class AgentMailAddressController {
  constructor(private readonly addresses: AgentMailAddressService) {}

  @Get()
  @Operation({
    operationId: 'getAgentMailAddress',
    summary: 'Get the email address of an agent',
    description:
      'Forward your support address to this address. Each email that arrives there and is not a reply opens a conversation ' +
      'with the agent. The address never changes. `supportEmail` is for display only and does not route email.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: AgentMailAddressDto,
  })
  async get(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<AgentMailAddressDto> {
    return this.addresses.get(member, agentId);
  }

  @Patch()
  @Operation({
    operationId: 'updateAgentMailAddress',
    summary: 'Change how an agent receives email',
    description:
      'Changes only the fields that you send. The address stays. `staffForwarding` says what becomes of email that members forward to it.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['agent', 'path.agentId'], fields: { staffForwarding: 'plain' } },
    returns: AgentMailAddressDto,
  })
  async update(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Body() input: UpdateAgentMailAddressInput,
  ): Promise<AgentMailAddressDto> {
    return this.addresses.update(member, agentId, input);
  }
}
