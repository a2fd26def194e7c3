import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { UuidParam } from '../../common/http/uuid-param.pipe';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import {
  EditInboxMessageInput,
  ReplyToConversationInput,
  RetryInboxMessageInput,
  SettleInboxMessageInput,
  UndoInboxMessageInput,
} from './inbox-message-input.dto';
import { InboxMessageDto, InboxMessageStoryDto } from './inbox-message.dto';
import { RepliesService } from './replies.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/:conversationId/messages')
export class RepliesController {
  constructor(private readonly replies: RepliesService) {}

  @Post()
  @Operation({
    operationId: 'replyToConversation',
    summary: 'Reply to a customer',
    description:
      'The message is `queued` for the `undoSendSeconds` of your preferences, and then sent. The conversation is handed to ' +
      'people and, if it was closed, reopened; it is `waiting` once the message was sent, unless the customer has written ' +
      'in the meantime, and `open` again if the message fails. You have read the conversation then. An email goes to the address, with the subject and the ' +
      'references, that the conversation had when you wrote it. Until the recipient is verified, the plan bounds the ' +
      'emails of a day: beyond that, 429 `mail_limit_reached` says when you can try again.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: InboxMessageDto,
    status: 201,
    errors: ['association_invalid', 'mail_limit_reached'],
    location: '/workspaces/{workspaceId}/inbox/{conversationId}/messages/{id}',
    idempotent: true,
  })
  async write(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() input: ReplyToConversationInput,
  ): Promise<InboxMessageDto> {
    return InboxMessageDto.from(await this.replies.write(member, conversationId, input));
  }

  @Get(':messageId')
  @Operation({
    operationId: 'getInboxMessage',
    summary: 'Get a reply and what has happened to it',
    description: 'Only for messages written by members; for any other message, 404.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: InboxMessageStoryDto,
  })
  async get(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('messageId', UuidParam) messageId: string,
  ): Promise<InboxMessageStoryDto> {
    return InboxMessageStoryDto.from(await this.replies.get(member, conversationId, messageId));
  }

  @Patch(':messageId')
  @Operation({
    operationId: 'editInboxMessage',
    summary: 'Edit a reply',
    description:
      'Possible while the message is `queued`, and on the widget channel also when it was sent. Every revision is kept; ' +
      'what is sent is one of them, whole. The time to undo it does not begin again.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: InboxMessageDto,
    errors: ['version_conflict', 'message_not_editable'],
  })
  async edit(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('messageId', UuidParam) messageId: string,
    @Body() input: EditInboxMessageInput,
  ): Promise<InboxMessageDto> {
    return InboxMessageDto.from(await this.replies.edit(member, conversationId, messageId, input));
  }

  @Post(':messageId/undo')
  @Operation({
    operationId: 'undoInboxMessage',
    summary: 'Undo a reply before it is sent',
    description:
      'If it succeeds, the message was not sent and never will be. An email that a mail server has deferred can be undone ' +
      'until the next attempt.',
    // Whoever could take back what others write could answer customers in their place.
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin', orAuthorOf: 'messageId' },
    returns: InboxMessageDto,
    errors: ['version_conflict', 'undo_window_closed', 'invalid_transition'],
  })
  async undo(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('messageId', UuidParam) messageId: string,
    @Body() input: UndoInboxMessageInput,
  ): Promise<InboxMessageDto> {
    return InboxMessageDto.from(await this.replies.undo(member, conversationId, messageId, input));
  }

  @Post(':messageId/retry')
  @Operation({
    operationId: 'retryInboxMessage',
    summary: 'Send a failed reply again',
    description:
      'For messages that are `failed`: they have certainly not reached the customer. It is sent at once, and an ' +
      'email counts towards the limits of `replyToConversation`.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: InboxMessageDto,
    errors: ['version_conflict', 'invalid_transition', 'mail_limit_reached'],
  })
  async retry(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('messageId', UuidParam) messageId: string,
    @Body() input: RetryInboxMessageInput,
  ): Promise<InboxMessageDto> {
    return InboxMessageDto.from(await this.replies.retry(member, conversationId, messageId, input));
  }

  @Post(':messageId/settle')
  @Operation({
    operationId: 'settleInboxMessage',
    summary: 'Say what became of an uncertain reply',
    description:
      'The service never sends a message again that may have arrived; it is for a person to find out. A delivery report, ' +
      'or the customer’s answer by email, settles it too. What you settle as `failed` can be sent again with ' +
      '`retryInboxMessage`.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: InboxMessageDto,
    errors: ['version_conflict', 'invalid_transition'],
  })
  async settle(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('messageId', UuidParam) messageId: string,
    @Body() input: SettleInboxMessageInput,
  ): Promise<InboxMessageDto> {
    return InboxMessageDto.from(await this.replies.settle(member, conversationId, messageId, input));
  }
}
