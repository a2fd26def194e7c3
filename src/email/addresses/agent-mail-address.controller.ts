import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import { AgentMailAddressDto } from './agent-mail-address.dto';
import { MailAddressesService } from './mail-addresses.service';

@ApiTags('Email')
@Section('Conversations by email: where it comes in, and what became of it.')
@Controller('workspaces/:workspaceId/agents/:agentId/mail-address')
export class AgentMailAddressController {
  constructor(private readonly addresses: MailAddressesService) {}

  @Get()
  @Operation({
    operationId: 'getAgentMailAddress',
    summary: 'Get the email address of an agent',
    description:
      'Forward your support address to it: each email that arrives there and answers no other opens a conversation with ' +
      'the agent. It never changes. `supportEmail` is for display only and routes nothing.',
    access: { kind: 'account', scopes: ['workspaces:read'] },
    returns: AgentMailAddressDto,
  })
  async get(@Param('agentId') agentId: string): Promise<AgentMailAddressDto> {
    const id = agentId.toLowerCase();
    return { agentId: id, address: this.addresses.intakeAddress(id) };
  }
}
