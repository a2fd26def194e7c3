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
import { InboxMessageStoryDto } from './inbox-message-story.dto';
import { InboxMessageDto } from './inbox-message.dto';
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
      'Queues the message for the `undoSendSeconds` of your preferences, then sends it. Hands the conversation to people, ' +
      'reopens it if it was closed, and marks it as read for you. It is `waiting` once the message is sent, unless the ' +
      'customer has written since, and `open` if the message fails. An email keeps the address, subject, and references ' +
      'that the conversation had when you wrote it, and has the files as attachments; with them it can have `MAIL_MAX_BYTES` (413). ' +
      'Of several recipients, each gets a copy, whose state `getInboxMessage` returns. ' +
      'With `seenUpToMessageId`, 409 `newer_messages` lists up to 20 messages that people have written since, and nothing is sent. ' +
      'The plan limits the emails of a day to recipients that are not ' +
      'verified; beyond that, 429 `mail_limit_reached` says when you can try again.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['message', 'response.id'],
      fields: {
        content: 'personal',
        channel: 'plain',
        replyType: 'plain',
        savedReplyId: 'plain',
        attachmentIds: 'plain',
        seenUpToMessageId: 'plain',
        'closeWhenSent.disposition': 'plain',
        'closeWhenSent.note': 'personal',
        to: 'personal',
        cc: 'personal',
        bcc: 'personal',
        replyAll: 'plain',
        inReplyToMessageId: 'plain',
      },
      related: { conversation: 'path.conversationId' },
    },
    returns: InboxMessageDto,
    status: 201,
    errors: [
      'association_invalid',
      'variables_missing',
      'contact_blocked',
      'newer_messages',
      'file_infected',
      'mail_limit_reached',
      'payload_too_large',
    ],
    location: '/workspaces/{workspaceId}/inbox/{conversationId}/messages/{id}',
    idempotent: true,
    inDefaultToolset: true,
    cli: {
      name: 'inbox reply',
      arguments: ['conversationId', 'content'],
      formerly: ['workspaces reply'],
      flags: { 'closeWhenSent.disposition': 'close-when-sent', 'closeWhenSent.note': 'note' },
      examples: ["inbox reply 3 'It ships on Monday.'", "inbox reply 3 'It has shipped.' --close-when-sent resolved"],
    },
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
    summary: 'Get a reply and its delivery history',
    description:
      'Returns messages that members wrote; for any other message, 404. `deliveries` has the copy of each recipient of an email.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: InboxMessageStoryDto,
    cli: { name: 'inbox get-reply', formerly: ['workspaces get-inbox-messages'] },
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
      'Possible while the message is `queued`, and on the widget channel also after it was sent. All revisions are kept. ' +
      'The time to undo the message does not start again.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['message', 'path.messageId'],
      fields: { content: 'personal' },
      related: { conversation: 'path.conversationId' },
    },
    returns: InboxMessageDto,
    errors: ['version_conflict', 'message_not_editable'],
    cli: {
      name: 'inbox edit',
      formerly: ['workspaces update-inbox-messages'],
      arguments: ['conversationId', 'content'],
      examples: ["inbox edit 3 'It ships on Tuesday.'"],
    },
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
      'Returns the message as `undone`: it was not sent and never will be. An email that a mail server has deferred can be ' +
      'undone until the next attempt, unless the copy of another recipient may have left. `address` undoes only the ' +
      'queued copy of that recipient.',
    // A member who could undo the replies of others could answer customers in their place.
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin', orAuthorOf: 'messageId' },
    audit: { subject: ['message', 'path.messageId'], related: { conversation: 'path.conversationId' } },
    returns: InboxMessageDto,
    errors: ['association_invalid', 'version_conflict', 'undo_window_closed', 'invalid_transition'],
    inDefaultToolset: true,
    cli: { name: 'inbox undo', formerly: ['workspaces undo-inbox-messages'], examples: ['inbox undo 3'] },
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
      'Sends a `failed` message again at once; it has certainly not reached the customer before. With `address`, sends only the ' +
      'copy of that recipient. An email counts towards ' +
      'the limits of `replyToConversation`.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['message', 'path.messageId'],
      fields: { address: 'personal' },
      related: { conversation: 'path.conversationId' },
    },
    returns: InboxMessageDto,
    errors: ['association_invalid', 'version_conflict', 'invalid_transition', 'file_infected', 'mail_limit_reached'],
    cli: { name: 'inbox retry', formerly: ['workspaces retry-inbox-messages'] },
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
    summary: 'Settle an uncertain reply',
    description:
      'Stores whether an `uncertain` message was sent. The service never repeats a message that may have arrived; a ' +
      'message that you settle as `failed` can be sent again with `retryInboxMessage`. A delivery report, or an answer of ' +
      'the customer by email, also settles a message. With `address`, settles only the copy of that recipient.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['message', 'path.messageId'],
      fields: { outcome: 'plain', reason: 'personal', address: 'personal' },
      related: { conversation: 'path.conversationId' },
    },
    returns: InboxMessageDto,
    errors: ['association_invalid', 'version_conflict', 'invalid_transition'],
    cli: {
      name: 'inbox settle',
      formerly: ['workspaces settle-inbox-messages'],
      arguments: ['conversationId', 'outcome'],
      examples: ['inbox settle 3 sent'],
    },
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
