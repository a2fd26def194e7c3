import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { QuarantineService } from './quarantine.service';
import {
  ListQuarantinedMailQuery,
  QuarantinedMailPageDto,
  ReplayedMailDto,
  ReplayQuarantinedMailQuery,
} from './quarantined-mail.dto';

@ApiTags('Email')
@Controller('workspaces/:workspaceId/quarantined-mail')
export class QuarantineController {
  constructor(private readonly quarantine: QuarantineService) {}

  @Get()
  @Operation({
    operationId: 'listQuarantinedMail',
    summary: 'List quarantined email',
    description:
      'Oldest first, with the reason of each: email from programs to an agent does not open a conversation, and some email cannot be read. ' +
      'A restricted member sees only email to their own agents. Quarantined email is deleted after 90 days.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: QuarantinedMailPageDto,
    cli: { name: 'mail list-quarantined', formerly: ['workspaces list-quarantined-mail'] },
  })
  async list(
    @CurrentMember() member: Member,
    @Query() query: ListQuarantinedMailQuery,
  ): Promise<QuarantinedMailPageDto> {
    return QuarantinedMailPageDto.from(await this.quarantine.page(member, query));
  }

  @Post(':inboundMailId/replay')
  @HttpCode(202)
  @Operation({
    operationId: 'replayQuarantinedMail',
    summary: 'Release email from quarantine',
    description:
      'Returns the email before the release, with the reason why it was quarantined. It is then processed as if a person had sent it. Email ' +
      'that still cannot be read is quarantined again. If a program sent it, later email of this sender to the agent is accepted as well: ' +
      '`removeAcceptedMailSender` takes this back, and `remember=false` prevents it.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['inbound_mail', 'path.inboundMailId'] },
    returns: ReplayedMailDto,
    status: 202,
    cli: { name: 'mail release', formerly: ['workspaces replay-quarantined-mail'] },
  })
  async replay(
    @CurrentMember() member: Member,
    @Param('inboundMailId') inboundMailId: string,
    @Query() { remember }: ReplayQuarantinedMailQuery,
  ): Promise<ReplayedMailDto> {
    return ReplayedMailDto.of(await this.quarantine.replay(member, inboundMailId, remember ?? true));
  }
}
