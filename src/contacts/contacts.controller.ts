import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentMember } from '../common/auth/current.decorators';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { JsonText } from '../common/request/json-text';
import type { Member } from '../common/request/principal';
import { CreateContactInput, ListContactsQuery, UpdateContactInput } from './contact-input.dto';
import { ContactDto, ContactPageDto, ContactProfileDto, ContactRemovalDto } from './contact.dto';
import { ContactsService } from './contacts.service';

/** The fields of a contact in the audit log. */
const AUDITED_FIELDS = {
  agentIds: 'plain',
  externalId: 'personal',
  name: 'personal',
  email: 'personal',
  phone: 'personal',
  company: 'personal',
  locale: 'personal',
  timezone: 'personal',
  notes: 'personal',
  attributes: 'personal',
  blocked: 'plain',
} as const;

@Section('The people a workspace talks to: profiles, imports, exports, and erasure.')
@Controller('workspaces/:workspaceId/contacts')
export class ContactsController {
  constructor(private readonly contacts: ContactsService) {}

  @Get()
  @Operation({
    operationId: 'listContacts',
    summary: 'List contacts',
    description:
      'Newest first. `search` matches text anywhere in the name, email, phone, externalId, or company, ignoring ' +
      'case. A restricted member sees only contacts shared with the whole workspace and contacts of their own ' +
      'agents; the total counts only those.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactPageDto,
    inDefaultToolset: true,
  })
  async list(@CurrentMember() member: Member, @Query() query: ListContactsQuery): Promise<JsonText> {
    return this.contacts.list(member, query);
  }

  @Post()
  @Operation({
    operationId: 'createContact',
    summary: 'Create a contact',
    description:
      'At least one of name, email, phone, and externalId is required. Without `agentIds`, the contact is ' +
      'shared with the whole workspace. A restricted member must name at least one of their own agents.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['contact', 'response.id'],
      fields: AUDITED_FIELDS,
    },
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
    summary: 'Get a contact and their conversations',
    description: 'Includes the 50 newest conversations that you can see.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactProfileDto,
    inDefaultToolset: true,
  })
  async read(@CurrentMember() member: Member, @Param('contactId') contactId: string): Promise<ContactProfileDto> {
    return this.contacts.profile(member, contactId);
  }

  @Patch(':contactId')
  @Operation({
    operationId: 'updateContactProfile',
    summary: 'Update a contact',
    description:
      'Changes only the fields you send; null clears a field. Attributes are merged; an attribute set to null ' +
      'is removed. A restricted member can change only contacts whose agents are all their own.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: {
      subject: ['contact', 'path.contactId'],
      fields: AUDITED_FIELDS,
    },
    returns: ContactDto,
    errors: ['agent_not_accessible', 'association_invalid', 'invalid_timezone'],
    inDefaultToolset: true,
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
    summary: 'Remove a contact',
    description:
      'Removes only the profile. Conversations are kept, and no personal data is erased from them; to erase it, ' +
      'use `eraseContact`.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['contact', 'path.contactId'] },
    returns: ContactRemovalDto,
    errors: ['agent_not_accessible'],
    destructive: true,
    cli: { consequence: 'The profile is deleted, which cannot be undone. Conversations are kept.' },
  })
  async remove(@CurrentMember() member: Member, @Param('contactId') contactId: string): Promise<ContactRemovalDto> {
    return ContactRemovalDto.from(await this.contacts.remove(member, contactId));
  }
}
