import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentMember } from '../common/auth/current.decorators';
import type { Member } from '../common/auth/principal';
import type { JsonText } from '../common/http/json-text';
import { Operation } from '../common/operations/operation.decorator';
import { Section } from '../common/operations/section.decorator';
import { ContactDto, ContactPageDto, ContactProfileDto, RemovedContactDto } from './contact.dto';
import { CreateContactInput, ListContactsQuery, UpdateContactInput } from './contact-input.dto';
import { ContactsService } from './contacts.service';

@Section('The people that a workspace talks to: their profiles, imports and exports, and their erasure.')
@Controller('workspaces/:workspaceId/contacts')
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Get()
  @Operation({
    operationId: 'listContacts',
    summary: 'List and search contacts',
    description:
      'Newest first. `search` is found anywhere in the name, email, phone, externalId and company, whatever its case. A restricted member sees the contacts of the whole workspace and of their own agents, and the total counts only those.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactPageDto,
  })
  async list(@CurrentMember() member: Member, @Query() query: ListContactsQuery): Promise<JsonText> {
    return this.contacts.list(member, query);
  }

  @Post()
  @Operation({
    operationId: 'createContact',
    summary: 'Create a contact profile',
    description:
      'One of name, email, phone and externalId is needed. Without `agentIds` the whole workspace shares the contact; a restricted member names at least one of their agents.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: ContactDto,
    status: 201,
    errors: ['agent_not_accessible', 'association_invalid', 'invalid_timezone'],
    location: '/workspaces/{workspaceId}/contacts/{id}',
    idempotent: true,
  })
  async create(@CurrentMember() member: Member, @Body() input: CreateContactInput): Promise<ContactDto> {
    return this.contacts.create(member, input);
  }

  @Get(':contactId')
  @Operation({
    operationId: 'readContactProfile',
    summary: 'Read a contact profile with its conversations',
    description: 'The newest 50 conversations that the caller may see.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactProfileDto,
  })
  async read(@CurrentMember() member: Member, @Param('contactId') contactId: string): Promise<ContactProfileDto> {
    return this.contacts.profile(member, contactId);
  }

  @Patch(':contactId')
  @Operation({
    operationId: 'updateContactProfile',
    summary: 'Change a contact profile',
    description:
      'Only what is supplied changes; null clears; attributes merge, and one that is null goes. A restricted member changes only contacts all of whose agents are theirs.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: ContactDto,
    errors: ['agent_not_accessible', 'association_invalid', 'invalid_timezone'],
  })
  async update(
    @CurrentMember() member: Member,
    @Param('contactId') contactId: string,
    @Body() input: UpdateContactInput,
  ): Promise<ContactDto> {
    return this.contacts.update(member, contactId, input);
  }

  @Delete(':contactId')
  @Operation({
    operationId: 'removeContact',
    summary: 'Remove a contact profile',
    description: 'Only the profile goes: conversations stay as they are, and no personal data is erased from them.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    returns: RemovedContactDto,
    errors: ['agent_not_accessible'],
    destructive: true,
  })
  async remove(@CurrentMember() member: Member, @Param('contactId') contactId: string): Promise<RemovedContactDto> {
    return this.contacts.remove(member, contactId);
  }
}
