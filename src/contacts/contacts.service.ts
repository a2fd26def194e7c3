import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { changesOf, type ComparedFields } from '../common/event-types/changes';
import { JsonText } from '../common/request/json-text';
import type { WorkspaceScope } from '../common/request/principal';
import { ConversationQueries } from '../conversations/conversation-queries.service';
import type { ConversationContacts, ContactValues, NamedContact } from '../inbox/conversations/contacts.port';
import { ContactLog } from './contact-log.service';
import { blankContact, mergedContact } from './contact-merge';
import type { CreateContactInput, ListContactsQuery, UpdateContactInput } from './contact-input.dto';
import { addedAgents, ensureOwn } from './contact-sharing';
import { isVisible } from './contact-visibility';
import type { ContactDto, ContactProfileDto } from './contact.dto';
import type { Contact } from './contact.entity';
import { ContactsRepository } from './contacts.repository';
import { ContactDirectory } from './search-sets/contact-directory';
import { folded } from './search-text';

const COMPARED: ComparedFields<Contact> = {
  agentIds: 'text',
  externalId: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  company: 'text',
  locale: 'text',
  timezone: 'text',
  notes: 'text',
  attributes: 'text',
  blocked: 'text',
};

/**
 * The rules of contacts. A restricted member sees the contacts of the whole workspace and those of their own agents,
 * and changes only contacts whose agents are all their own.
 */
@Injectable()
export class ContactsService implements ConversationContacts {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly directory: ContactDirectory,
    private readonly conversations: ConversationQueries,
    private readonly agents: AgentsService,
    private readonly work: UnitOfWork,
    private readonly log: ContactLog,
    private readonly audit: Audit,
  ) {}

  /**
   * Returns a page, newest first, as JSON. Runs two statements, and more for a search of more than three characters.
   */
  async list(scope: WorkspaceScope, { limit, offset, search }: ListContactsQuery): Promise<JsonText> {
    const filter = { ...scope, search: search ? folded(search) : null };
    const { seqs, total } = await this.directory.page(filter, { offset, limit });
    const contacts = await this.contacts.listJson(scope, seqs);
    return new JsonText(`{"contacts":${contacts},"total":${total},"limit":${limit},"offset":${offset}}`);
  }

  /** Runs two statements, and more for a text of more than three characters. */
  async listIdsWithText(scope: WorkspaceScope, text: string, most: number): Promise<string[]> {
    const { seqs } = await this.directory.page({ ...scope, search: folded(text) }, { offset: 0, limit: most });
    return this.contacts.listIds(scope.workspaceId, seqs);
  }

  listNamed(scope: WorkspaceScope, contactIds: readonly string[]): Promise<NamedContact[]> {
    return this.contacts.listNamed(scope, contactIds);
  }

  async lockVisible({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<string | null> {
    const contact = await this.contacts.findLocked(workspaceId, contactId);
    return contact && isVisible(agentIds, contact.agentIds) ? contact.id : null;
  }

  async findMailbox(workspaceId: string, contactId: string): Promise<{ address: string; name: string | null } | null> {
    const contact = await this.contacts.find(workspaceId, contactId);
    return contact?.email ? { address: contact.email, name: contact.name } : null;
  }

  async findValues({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<ContactValues | null> {
    const contact = await this.contacts.find(workspaceId, contactId);
    return contact && isVisible(agentIds, contact.agentIds) ? contact : null;
  }

  async profile(scope: WorkspaceScope, contactId: string): Promise<ContactProfileDto> {
    const contact = await this.contacts.requireDto(scope, contactId);
    return { contact, conversations: await this.conversations.listOfContact(scope, contactId) };
  }

  /** @throws AgentNotAccessible 403, UnknownAgents and ExternalIdTaken 400, and the errors of {@link mergedContact} */
  async create(scope: WorkspaceScope, input: CreateContactInput): Promise<ContactDto> {
    const contact = mergedContact(blankContact(scope.workspaceId), input);
    return this.work.run(async () => {
      await this.ensureAgents(scope, contact.agentIds, []);
      const id = await this.contacts.insert(contact);
      this.log.created({ ...contact, id });
      return this.contacts.requireDto(scope, id);
    });
  }

  /** Changes the fields that are sent. Locks the contact. @throws NotFound 404, and the errors of {@link create} */
  async update(scope: WorkspaceScope, contactId: string, input: UpdateContactInput): Promise<ContactDto> {
    return this.work.run(async () => {
      const contact = await this.lockOwn(scope, contactId);
      this.audit.before(contact);
      if (input.agentIds) await this.ensureAgents(scope, input.agentIds, contact.agentIds);
      if (Object.values(input).some((value) => value !== undefined)) {
        const merged = mergedContact(contact, input);
        await this.contacts.update(scope.workspaceId, contact.id, merged);
        const { changed } = changesOf<Contact>(contact, merged, COMPARED);
        this.log.updated(Object.assign(contact, merged), changed);
      }
      return this.contacts.requireDto(scope, contactId);
    });
  }

  /**
   * Removes the profile. Conversations with the person stay: returns the number of those that the caller sees.
   *
   * @throws NotFound 404, AgentNotAccessible 403
   */
  async remove(scope: WorkspaceScope, contactId: string): Promise<number> {
    return this.work.run(async () => {
      const contact = await this.lockOwn(scope, contactId);
      await this.contacts.delete(scope.workspaceId, contact.id);
      this.log.removed(contact);
      return this.conversations.countOfContact(scope, contact.id);
    });
  }

  /** The contact, locked. @throws NotFound 404, AgentNotAccessible 403 unless all of its agents are the caller's */
  private async lockOwn(scope: WorkspaceScope, contactId: string): Promise<Contact> {
    const contact = await this.contacts.requireLocked(scope, contactId);
    ensureOwn(scope, contact.agentIds);
    return contact;
  }

  private ensureAgents(scope: WorkspaceScope, agentIds: readonly string[], present: readonly string[]): Promise<void> {
    return this.agents.ensureAll(scope, addedAgents(scope, agentIds, present), '/agentIds');
  }
}
