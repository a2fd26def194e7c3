import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { MailTestDto } from './mail-test.dto';
import { MailTestsService } from './mail-tests.service';

@ApiTags('Email')
@Controller('workspaces/:workspaceId/agents/:agentId/mail-tests')
export class MailTestsController {
  constructor(private readonly tests: MailTestsService) {}

  @Post()
  @Operation({
    operationId: 'startMailTest',
    summary: 'Send a test email to an agent',
    description:
      'Sends an email to the agent’s address through the mail server of the installation. `getMailTest` shows whether it has ' +
      'been sent and has arrived. It opens no conversation: email from `MAIL_FROM` is ignored.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: { subject: ['mail_test', 'response.id'], related: { agent: 'path.agentId' } },
    returns: MailTestDto,
    status: 201,
    errors: ['mail_not_received', 'rate_limited'],
    idempotent: true,
    cli: { name: 'email start-test' },
    location: '/workspaces/{workspaceId}/agents/{agentId}/mail-tests/{id}',
  })
  async start(@CurrentMember() member: Member, @Param('agentId') agentId: string): Promise<MailTestDto> {
    return MailTestDto.from(await this.tests.start(member, agentId.toLowerCase()));
  }

  @Get(':mailTestId')
  @Operation({
    operationId: 'getMailTest',
    summary: 'Get a test email',
    description:
      'Returns how far a test email has come. If it has been sent and does not arrive within a minute, the mail server does not hand ' +
      'over what arrives at the address.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    returns: MailTestDto,
    cli: { name: 'email get-test' },
  })
  async get(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @Param('mailTestId') mailTestId: string,
  ): Promise<MailTestDto> {
    return MailTestDto.from(await this.tests.get(member, agentId.toLowerCase(), mailTestId));
  }
}
