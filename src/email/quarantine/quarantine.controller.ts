import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { QuarantineService } from './quarantine.service';
import { ListQuarantinedMailQuery, QuarantinedMailDto, QuarantinedMailPageDto } from './quarantined-mail.dto';

@ApiTags('Email')
@Controller('workspaces/:workspaceId/quarantined-mail')
export class QuarantineController {
  constructor(private readonly quarantine: QuarantineService) {}

  @Get()
  @Operation({
    operationId: 'listQuarantinedMail',
    summary: 'List quarantined email',
    description:
      'Oldest first. Email from programs to an agent does not open a conversation, and some email cannot be read. ' +
      'Quarantined email is deleted after 90 days.',
    access: { kind: 'account', scopes: ['inbox:read'], role: 'admin' },
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
      'Returns the email before the release. It is then processed as if a person had sent it. Email that still cannot be read is quarantined ' +
      'again.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin' },
    returns: QuarantinedMailDto,
    status: 202,
    cli: { name: 'mail release', formerly: ['workspaces replay-quarantined-mail'] },
  })
  async replay(
    @CurrentMember() member: Member,
    @Param('inboundMailId') inboundMailId: string,
  ): Promise<QuarantinedMailDto> {
    return QuarantinedMailDto.from(await this.quarantine.replay(member, inboundMailId));
  }
}
