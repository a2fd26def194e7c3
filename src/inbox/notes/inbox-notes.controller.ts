import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { CreateInboxNoteInput, InboxNoteDto, InboxNotePageDto, ListInboxNotesQuery } from './inbox-note.dto';
import { InboxNotesService } from './inbox-notes.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/:conversationId/notes')
export class InboxNotesController {
  constructor(private readonly notes: InboxNotesService) {}

  @Post()
  @Operation({
    operationId: 'createInboxNote',
    summary: 'Write an internal note',
    description:
      'Members who can see the conversation can read the note. Customers cannot, and no answer or draft of a model uses ' +
      'it. A note cannot be changed or removed.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['note', 'response.id'],
      fields: { content: 'personal', attachmentIds: 'plain' },
      related: { conversation: 'path.conversationId' },
    },
    returns: InboxNoteDto,
    status: 201,
    errors: ['association_invalid', 'file_infected'],
    idempotent: true,
    inDefaultToolset: true,
    cli: { name: 'inbox note', formerly: ['inbox create-note'], examples: ["inbox note 3 'Asked the warehouse.'"] },
  })
  async create(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Body() input: CreateInboxNoteInput,
  ): Promise<InboxNoteDto> {
    return InboxNoteDto.from(await this.notes.create(member, conversationId, input));
  }

  @Get()
  @Operation({
    operationId: 'listInboxNotes',
    summary: 'List the internal notes of a conversation',
    description: 'Returns notes, newest first. Follow `nextCursor` until it is null.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: InboxNotePageDto,
    inDefaultToolset: true,
    cli: {
      name: 'inbox notes',
      formerly: ['inbox list-notes'],
      columns: [
        { title: 'age', fields: ['createdAt'], as: 'age' },
        { title: 'text', fields: ['content'] },
      ],
    },
  })
  async list(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Query() query: ListInboxNotesQuery,
  ): Promise<InboxNotePageDto> {
    return InboxNotePageDto.from(await this.notes.page(member, conversationId, query));
  }
}
