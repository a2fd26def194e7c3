import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { JsonText } from '../../common/request/json-text';
import type { Member } from '../../common/request/principal';
import {
  CloseConversationInput,
  ListConversationsQuery,
  MarkConversationReadInput,
  MarkConversationUnreadInput,
  ReopenConversationInput,
  UpdateConversationInput,
} from './conversation-input.dto';
import { ConversationCountsDto } from './conversation-counts.dto';
import { ConversationCountsService } from './conversation-counts.service';
import { ConversationListsService } from './conversation-lists.service';
import {
  ConversationDto,
  ConversationPageDto,
  ConversationReadDto,
  ConversationUnreadDto,
  FullConversationDto,
} from './conversation.dto';
import { ConversationsService } from './conversations.service';

@Section('Conversations with customers: lists, assignees, replies, notes, and live events.')
@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox')
export class ConversationsController {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly lists: ConversationListsService,
    private readonly counts: ConversationCountsService,
  ) {}

  @Get()
  @Operation({
    operationId: 'listConversations',
    summary: 'List conversations',
    description: `Returns conversations, newest first, or those that need an answer with \`sort=waiting\`. A restricted member sees only conversations of their own agents.

A page can have fewer conversations than \`limit\`, or none, if few match the filters: follow \`nextCursor\` until it is null.
\`search\` matches only contacts that you can see, and at most the 1,000 newest of them.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ConversationPageDto,
    inDefaultToolset: true,
    cli: {
      name: 'inbox list',
      formerly: ['conversations list'],
      names: { assignee: 'memberId' },
      columns: [
        { title: 'contact', fields: ['contact.name', 'contact.email', 'subject'] },
        { title: 'last words', fields: ['lastMessage.preview'] },
        { title: 'age', fields: ['lastMessageAt'], as: 'age' },
        { title: 'unread', fields: ['unread'], as: 'mark' },
        { title: 'SLA left', fields: ['nextClock'], as: 'left' },
        { title: 'status', fields: ['status'] },
        { title: 'labels', fields: ['labels.name'] },
      ],
      examples: [
        'inbox list --status open --unread true',
        'inbox list --assignee me',
        "inbox list --search 'broken lamp'",
      ],
    },
  })
  async list(@CurrentMember() member: Member, @Query() query: ListConversationsQuery): Promise<JsonText> {
    return this.lists.list(member, query);
  }

  @Get('counts')
  @Operation({
    operationId: 'countConversations',
    summary: 'Count the conversations of each view',
    description:
      'Each count stops at 1,000; `more` says whether there are or may be more. The views that need an answer of people count ' +
      'among the 5,000 whose customers have waited the longest. A restricted member counts conversations of their own agents.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ConversationCountsDto,
    cli: 'inbox counts',
  })
  async count(@CurrentMember() member: Member): Promise<ConversationCountsDto> {
    return this.counts.count(member);
  }

  @Get(':conversationId')
  @Operation({
    operationId: 'getConversation',
    summary: 'Get a conversation',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: FullConversationDto,
    inDefaultToolset: true,
    cli: { name: 'inbox get', formerly: ['conversations get'], examples: ['inbox get 3 --json'] },
  })
  async get(@CurrentMember() member: Member, @Param('conversationId') conversationId: string): Promise<JsonText> {
    return this.lists.get(member, conversationId);
  }

  @Patch(':conversationId')
  @Operation({
    operationId: 'updateConversation',
    summary: 'Assign, rename or move a conversation',
    description:
      'Changes only the fields that you send; null clears a field. The assignee must be a member who can see the agent of ' +
      'the conversation.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['conversation', 'path.conversationId'],
      fields: { assigneeMemberId: 'plain', subject: 'personal', contactId: 'plain' },
    },
    returns: ConversationDto,
    errors: ['association_invalid', 'version_conflict'],
    inDefaultToolset: true,
    cli: {
      name: 'inbox update',
      formerly: ['conversations update'],
      examples: ["inbox update 3 --subject 'Broken lamp'", 'inbox update 3 --assignee-member-id me'],
    },
  })
  async update(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() input: UpdateConversationInput,
  ): Promise<ConversationDto> {
    return this.conversations.update(member, conversationId, input);
  }

  @Post(':conversationId/close')
  @Operation({
    operationId: 'closeConversation',
    summary: 'Close a conversation',
    description:
      'Refused while the conversation has live support requests, unless you end them all with `endRequests`: both happen ' +
      'together, or neither. Queued replies are still sent. A message from the customer reopens the conversation.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['conversation', 'path.conversationId'],
      fields: { 'endRequests.disposition': 'plain', 'endRequests.note': 'personal', 'endRequests.reason': 'personal' },
    },
    returns: ConversationDto,
    errors: ['live_requests_remain', 'version_conflict'],
    inDefaultToolset: true,
    cli: {
      name: 'inbox close',
      formerly: ['conversations close'],
      flags: { 'endRequests.disposition': 'disposition', 'endRequests.note': 'note', 'endRequests.reason': 'reason' },
      examples: ['inbox close 3', 'inbox close 3 --disposition resolved'],
    },
  })
  async close(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() input: CloseConversationInput,
  ): Promise<ConversationDto> {
    return this.conversations.close(member, conversationId, input);
  }

  @Post(':conversationId/reopen')
  @Operation({
    operationId: 'reopenConversation',
    summary: 'Reopen a closed conversation',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'] },
    returns: ConversationDto,
    errors: ['version_conflict'],
    inDefaultToolset: true,
    cli: { name: 'inbox reopen', formerly: ['conversations reopen'], examples: ['inbox reopen 3'] },
  })
  async reopen(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() { expectedVersion }: ReopenConversationInput,
  ): Promise<ConversationDto> {
    return this.conversations.reopen(member, conversationId, expectedVersion);
  }

  @Post(':conversationId/give-back')
  @Operation({
    operationId: 'giveBackConversation',
    summary: 'Give a conversation back to the agent',
    description:
      'The agent answers the customer again, until it hands the conversation over or a member replies. Live support ' +
      'requests stay live. Refused for conversations by email, which agents do not answer.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'] },
    returns: ConversationDto,
    errors: ['invalid_transition'],
    inDefaultToolset: true,
    cli: { name: 'inbox give-back', formerly: ['conversations give-back'] },
  })
  async giveBack(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
  ): Promise<ConversationDto> {
    return this.conversations.giveBack(member, conversationId);
  }

  @Post(':conversationId/read')
  @Operation({
    operationId: 'markConversationRead',
    summary: 'Mark a conversation as read',
    description:
      'Marks messages as read for you only, not for other members. `listConversations` with `unread=true` lists the ' +
      'conversations that you have not read.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    audit: 'none: it changes what is shown for a moment, not the workspace',
    returns: ConversationReadDto,
    cli: { name: 'inbox mark-read', formerly: ['conversations mark-read'] },
  })
  async markRead(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() { readUpTo }: MarkConversationReadInput,
  ): Promise<ConversationReadDto> {
    return this.conversations.markRead(member, conversationId, readUpTo ?? null);
  }

  @Post(':conversationId/unread')
  @Operation({
    operationId: 'markConversationUnread',
    summary: 'Mark a conversation as unread',
    description:
      'Marks messages as unread for you only, not for other members. Messages that you had not read before stay unread.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    audit: 'none: it changes what is shown for a moment, not the workspace',
    returns: ConversationUnreadDto,
    errors: ['association_invalid'],
    cli: 'inbox mark-unread',
  })
  async markUnread(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() { fromMessageId }: MarkConversationUnreadInput,
  ): Promise<ConversationUnreadDto> {
    return this.conversations.markUnread(member, conversationId, fromMessageId ?? null);
  }
}
