import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ReplyMailer } from './reply-mail.port';
import { GetReplyRecipientsQuery, ReplyRecipientsDto } from './reply-recipients.dto';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/:conversationId/reply-recipients')
export class ReplyRecipientsController {
  constructor(private readonly mail: ReplyMailer) {}

  @Get()
  @Operation({
    operationId: 'getReplyRecipients',
    summary: 'Get the recipients of a reply to everyone',
    description:
      'Returns the recipients that `replyToConversation` takes with `replyAll`: those of one email only. People of earlier emails ' +
      'are not added.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ReplyRecipientsDto,
    errors: ['association_invalid'],
    cli: 'inbox reply-recipients',
  })
  async get(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Query() { messageId }: GetReplyRecipientsQuery,
  ): Promise<ReplyRecipientsDto> {
    return ReplyRecipientsDto.from(await this.mail.findReplyToAll(member, conversationId, messageId ?? null));
  }
}
