import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import {
  LabeledLinkedConversationDto,
  LinkedConversationPageDto,
  ListLinkedConversationsQuery,
} from './conversation-link.dto';
import { ConversationLinksService } from './conversation-links.service';

@ApiTags('Labels')
@Controller('workspaces/:destinationWorkspaceId/linked-conversations')
export class LinkedConversationsController {
  constructor(private readonly links: ConversationLinksService) {}

  @Get()
  @Operation({
    operationId: 'listLinkedConversations',
    summary: 'List the conversations that other workspaces have linked',
    description:
      'Returns conversations, newest first. Follow `nextCursor` until it is null. Restricted members see none.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: LinkedConversationPageDto,
    cli: 'inbox list-linked',
  })
  async list(
    @CurrentMember() member: Member,
    @Query() query: ListLinkedConversationsQuery,
  ): Promise<LinkedConversationPageDto> {
    return LinkedConversationPageDto.from(await this.links.pageLinked(member, query));
  }

  @Post(':conversationId/labels/:labelId')
  @Operation({
    operationId: 'addLinkedConversationLabel',
    summary: 'Add a label to a linked conversation',
    description:
      'The label belongs to the workspace that the conversation is linked to; the workspace of the conversation does not ' +
      'see it. Adding a label again changes nothing. A conversation has at most 50 labels of each workspace.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'], related: { label: 'path.labelId' } },
    returns: LabeledLinkedConversationDto,
    errors: ['label_limit_reached'],
    cli: 'inbox add-linked-label',
  })
  async add(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('labelId') labelId: string,
  ): Promise<LabeledLinkedConversationDto> {
    const labeled = await this.links.addLabel(member, conversationId, labelId);
    return LabeledLinkedConversationDto.from(member.workspaceId, labeled);
  }

  @Delete(':conversationId/labels/:labelId')
  @Operation({
    operationId: 'removeLinkedConversationLabel',
    summary: 'Remove a label from a linked conversation',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'], related: { label: 'path.labelId' } },
    returns: RemovalDto,
    destructive: true,
    cli: { name: 'inbox remove-linked-label', consequence: null },
  })
  async remove(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('labelId') labelId: string,
  ): Promise<RemovalDto> {
    await this.links.removeLabel(member, conversationId, labelId);
    return REMOVED;
  }
}
