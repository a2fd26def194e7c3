import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { ConversationLinkDto, ConversationLinkListDto, LinkConversationInput } from './conversation-link.dto';
import { ConversationLinksService } from './conversation-links.service';

@ApiTags('Labels')
@Controller('workspaces/:workspaceId/inbox/:conversationId/links')
export class ConversationLinksController {
  constructor(private readonly links: ConversationLinksService) {}

  @Post()
  @Operation({
    operationId: 'linkConversation',
    summary: 'Link a conversation to another workspace',
    description:
      'Members of the other workspace can label the conversation. They cannot see its messages, or its labels in this ' +
      'workspace. Linking it again changes nothing. A conversation has at most 20 links.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'], related: { workspace: 'body.destinationWorkspaceId' } },
    returns: ConversationLinkDto,
    status: 201,
    errors: ['association_invalid', 'link_limit_reached'],
    idempotent: true,
    cli: 'inbox link',
  })
  async create(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() { destinationWorkspaceId }: LinkConversationInput,
  ): Promise<ConversationLinkDto> {
    return ConversationLinkDto.from(await this.links.create(member, conversationId, destinationWorkspaceId));
  }

  @Get()
  @Operation({
    operationId: 'listConversationLinks',
    summary: 'List the workspaces that a conversation is linked to',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ConversationLinkListDto,
    cli: 'inbox list-links',
  })
  async list(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
  ): Promise<ConversationLinkListDto> {
    const links = await this.links.list(member, conversationId);
    return { links: links.map((link) => ConversationLinkDto.from(link)) };
  }

  @Delete(':linkedWorkspaceId')
  @Operation({
    operationId: 'unlinkConversation',
    summary: 'Unlink a conversation from another workspace',
    description: 'Also removes the labels that the other workspace added to the conversation.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['conversation', 'path.conversationId'], related: { workspace: 'path.linkedWorkspaceId' } },
    returns: RemovalDto,
    destructive: true,
    cli: {
      name: 'inbox unlink',
      consequence:
        'The members of the other workspace no longer see the conversation, and it loses the labels that they added.',
    },
  })
  async remove(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('linkedWorkspaceId') linkedWorkspaceId: string,
  ): Promise<RemovalDto> {
    await this.links.remove(member, conversationId, linkedWorkspaceId);
    return REMOVED;
  }
}
