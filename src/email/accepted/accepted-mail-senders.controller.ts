import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { RemovalDto, REMOVED } from '../../common/operations/removal.dto';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { AcceptedMailSenderPageDto, ListAcceptedMailSendersQuery } from './accepted-mail-sender.dto';
import { AcceptedMailSendersService } from './accepted-mail-senders.service';

@ApiTags('Email')
@Controller('workspaces/:workspaceId/accepted-mail-senders')
export class AcceptedMailSendersController {
  constructor(private readonly senders: AcceptedMailSendersService) {}

  @Get()
  @Operation({
    operationId: 'listAcceptedMailSenders',
    summary: 'List accepted senders',
    description:
      'Oldest first. Email of these senders opens conversations of the agent even if a program sends it, because a member has released one ' +
      'of their emails from quarantine. A restricted member sees only those of their own agents.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: AcceptedMailSenderPageDto,
    cli: { name: 'mail list-accepted' },
  })
  async list(
    @CurrentMember() member: Member,
    @Query() query: ListAcceptedMailSendersQuery,
  ): Promise<AcceptedMailSenderPageDto> {
    return AcceptedMailSenderPageDto.from(await this.senders.page(member, query));
  }

  @Delete(':mailSenderId')
  @Operation({
    operationId: 'removeAcceptedMailSender',
    summary: 'Remove an accepted sender',
    description: 'Email that programs send from this address is quarantined again. Its conversations stay.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['mail_sender', 'path.mailSenderId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { name: 'mail remove-accepted', consequence: 'Email of programs from this address is quarantined again.' },
  })
  async remove(@CurrentMember() member: Member, @Param('mailSenderId') mailSenderId: string): Promise<RemovalDto> {
    await this.senders.remove(member, mailSenderId);
    return REMOVED;
  }
}
