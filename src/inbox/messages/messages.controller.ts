import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { JsonText } from '../../common/request/json-text';
import type { Member } from '../../common/request/principal';
import { ConversationMessagePageDto, ListConversationMessagesQuery } from './message.dto';
import { MessagesService } from './messages.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/:conversationId/messages')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Get()
  @Operation({
    operationId: 'listConversationMessages',
    summary: 'List the messages of a conversation',
    description:
      'Returns messages and notes, newest first. Each appears exactly once, even if others are written in the meantime. A ' +
      'page of very long messages has fewer than `limit`: follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ConversationMessagePageDto,
    inDefaultToolset: true,
    cli: {
      name: 'inbox messages',
      formerly: ['conversations list-messages'],
      columns: [
        { title: 'from', fields: ['sender.name', 'role'] },
        { title: 'age', fields: ['createdAt'], as: 'age' },
        { title: 'text', fields: ['content'] },
        { title: 'files', fields: ['attachments.fileName'] },
        { title: 'state', fields: ['message.lifecycleStatus'] },
      ],
    },
  })
  async list(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Query() query: ListConversationMessagesQuery,
  ): Promise<JsonText> {
    return this.messages.page(member, conversationId, query);
  }
}
