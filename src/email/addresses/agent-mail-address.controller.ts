import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import { AgentMailAddressDto } from './agent-mail-address.dto';
import { MailAddressesService } from './mail-addresses.service';

@ApiTags('Email')
@Section('Conversations by email: addresses for incoming email, and quarantined email.')
@Controller('workspaces/:workspaceId/agents/:agentId/mail-address')
export class AgentMailAddressController {
  constructor(private readonly addresses: MailAddressesService) {}

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
  async get(@Param('agentId') agentId: string): Promise<AgentMailAddressDto> {
    const id = agentId.toLowerCase();
    return { agentId: id, address: this.addresses.intakeAddress(id) };
  }
}
