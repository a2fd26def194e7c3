import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Section } from '../../common/operations/section.decorator';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import {
  CreateSavedReplyInput,
  ListSavedRepliesQuery,
  RenderSavedReplyInput,
  UpdateSavedReplyInput,
} from './saved-reply-input.dto';
import { RenderedReplyDto, SavedReplyDto, SavedReplyPageDto } from './saved-reply.dto';
import { SavedRepliesService } from './saved-replies.service';

/** The fields of a saved reply in the audit log. A private one is for its author alone, so its words are not there. */
const AUDITED_FIELDS = {
  name: 'personal',
  shortcut: 'personal',
  content: 'personal',
  language: 'plain',
  agentIds: 'plain',
  attachmentIds: 'plain',
  visibility: 'plain',
} as const;

@Section('Texts that members keep for replies, with variables and files.')
@ApiTags('Saved replies')
@Controller('workspaces/:workspaceId/saved-replies')
export class SavedRepliesController {
  constructor(private readonly replies: SavedRepliesService) {}

  @Post()
  @Operation({
    operationId: 'createSavedReply',
    summary: 'Create a saved reply',
    description:
      'Variables: `contact.name`, `contact.firstName`, `contact.email`, `contact.phone`, `contact.company`, ' +
      '`contact.attributes.KEY`, `conversation.subject`, `conversation.id`, `agent.name`, `member.name`, ' +
      '`member.firstName`, `workspace.name`, and `hours.next`: when the hours of the SLA policy that holds for the agent ' +
      'next begin, in the time zone of the contact. A workspace has at most 1000 shared saved replies, a member at most ' +
      '200 private ones. It keeps its files for as long as it is there; each reply that is written with it gets a copy.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['saved_reply', 'response.id'], fields: AUDITED_FIELDS },
    returns: SavedReplyDto,
    status: 201,
    errors: [
      'association_invalid',
      'file_infected',
      'saved_reply_limit_reached',
      'saved_reply_name_taken',
      'saved_reply_shortcut_taken',
    ],
    location: '/workspaces/{workspaceId}/saved-replies/{id}',
    idempotent: true,
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateSavedReplyInput): Promise<SavedReplyDto> {
    return SavedReplyDto.from(await this.replies.create(member, input), member);
  }

  @Get()
  @Operation({
    operationId: 'listSavedReplies',
    summary: 'List saved replies',
    description:
      'Returns shared saved replies and your private ones, oldest first. A restricted member sees those for all agents or ' +
      'for at least one of their own. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: SavedReplyPageDto,
  })
  async list(@CurrentMember() member: Member, @Query() query: ListSavedRepliesQuery): Promise<SavedReplyPageDto> {
    return SavedReplyPageDto.from(await this.replies.page(member, query), member);
  }

  @Get(':savedReplyId')
  @Operation({
    operationId: 'getSavedReply',
    summary: 'Get a saved reply',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: SavedReplyDto,
  })
  async get(@CurrentMember() member: Member, @Param('savedReplyId') savedReplyId: string): Promise<SavedReplyDto> {
    return SavedReplyDto.from(await this.replies.get(member, savedReplyId), member);
  }

  @Patch(':savedReplyId')
  @Operation({
    operationId: 'updateSavedReply',
    summary: 'Update a saved reply',
    description: 'Changes only the fields that you send. Replies that were written with it stay as they are.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin', orAuthorOf: 'savedReplyId' },
    audit: { subject: ['saved_reply', 'path.savedReplyId'], fields: AUDITED_FIELDS },
    returns: SavedReplyDto,
    errors: [
      'association_invalid',
      'file_infected',
      'saved_reply_limit_reached',
      'saved_reply_name_taken',
      'saved_reply_shortcut_taken',
      'version_conflict',
    ],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('savedReplyId') savedReplyId: string,
    @Body() input: UpdateSavedReplyInput,
  ): Promise<SavedReplyDto> {
    return SavedReplyDto.from(await this.replies.update(member, savedReplyId, input), member);
  }

  @Delete(':savedReplyId')
  @Operation({
    operationId: 'removeSavedReply',
    summary: 'Remove a saved reply',
    description: 'Replies that were written with it stay as they are.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin', orAuthorOf: 'savedReplyId' },
    audit: { subject: ['saved_reply', 'path.savedReplyId'] },
    returns: RemovalDto,
    destructive: true,
    cli: { consequence: 'Replies that were written with it stay. This cannot be undone.' },
  })
  async remove(@CurrentMember() member: Member, @Param('savedReplyId') savedReplyId: string): Promise<RemovalDto> {
    await this.replies.remove(member, savedReplyId);
    return REMOVED;
  }

  @Post(':savedReplyId/render')
  @Operation({
    operationId: 'renderSavedReply',
    summary: 'Fill in a saved reply for a conversation',
    description:
      'Returns the text with the values of the conversation, for you to change and send. `missing` has the variables ' +
      'without a value. Values are one line of at most 200 characters; for the widget they are escaped, so that they show ' +
      'as they are. Send the `channel` if you will reply on another one than that of the conversation.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    audit: 'none: it stores nothing',
    returns: RenderedReplyDto,
    errors: ['association_invalid'],
    readOnly: true,
  })
  async render(
    @CurrentMember() member: Member,
    @Param('savedReplyId') savedReplyId: string,
    @Body() input: RenderSavedReplyInput,
  ): Promise<RenderedReplyDto> {
    return RenderedReplyDto.from(await this.replies.render(member, savedReplyId, input));
  }
}
