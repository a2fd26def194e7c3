import { Injectable } from '@nestjs/common';
import { Any, In } from 'typeorm';
import { onViolation } from '../common/database/constraint-violation';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import type { WorkspaceScope } from '../common/request/principal';
import type { NamedContact } from '../inbox/conversations/contacts.port';
import { isVisible } from './contact-visibility';
import type { ContactDto } from './contact.dto';
import { Contact } from './contact.entity';
import { ExternalIdTaken } from './contacts.errors';
import { EXISTS_CONTACT, FIND_CONTACT, LIST_CONTACTS, LIST_NAMED_CONTACTS } from './contacts.sql';

export type NewContact = Omit<Contact, 'id' | 'seq' | 'lastSeenAt' | 'createdAt' | 'updatedAt'>;

/** Contacts with one email that are looked at. */
const MOST_WITH_EMAIL = 100;

/** The table contacts. */
@Injectable()
export class ContactsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The contact as the caller sees it. One statement. */
  async requireDto({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<ContactDto> {
    const parameters = [workspaceId, agentIds, uuidOrNil(contactId)];
    const [row] = await this.work.prepared<{ contact: ContactDto }>(FIND_CONTACT, parameters);
    return required(row).contact;
  }

  /** Those of the contacts that the reader sees. */
  async listDtos(
    scope: Pick<WorkspaceScope, 'workspaceId' | 'agentIds'>,
    ids: readonly string[],
  ): Promise<ContactDto[]> {
    const rows = await this.work.manager.find(Contact, {
      select: { seq: true },
      where: { workspaceId: scope.workspaceId, id: In([...ids]) },
    });
    return JSON.parse(
      await this.listJson(
        scope,
        rows.map(({ seq }) => Number(seq)),
      ),
    ) as ContactDto[];
  }

  /** These contacts, newest first, as the text of a JSON array. One statement. */
  async listJson(
    { workspaceId, agentIds }: Pick<WorkspaceScope, 'workspaceId' | 'agentIds'>,
    seqs: readonly number[],
  ): Promise<string> {
    const [row] = await this.work.prepared<{ contacts: string }>(LIST_CONTACTS, [workspaceId, agentIds, seqs]);
    return row?.contacts ?? '[]';
  }

  /** Those of the contacts that the caller sees. One statement. */
  listNamed({ workspaceId, agentIds }: WorkspaceScope, contactIds: readonly string[]): Promise<NamedContact[]> {
    return this.work.prepared<NamedContact>(LIST_NAMED_CONTACTS, [workspaceId, agentIds, contactIds]);
  }

  /** The ids of these contacts. Contacts that no longer exist are missing. */
  async listIds(workspaceId: string, seqs: readonly number[]): Promise<string[]> {
    const found = await this.work.manager.find(Contact, {
      select: { id: true },
      where: { workspaceId, seq: Any(seqs.map(String)) },
    });
    return found.map(({ id }) => id);
  }

  /** Whether the caller sees the contact. Always one statement. */
  async exists({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<boolean> {
    return (await this.work.prepared(EXISTS_CONTACT, [workspaceId, agentIds, uuidOrNil(contactId)])).length > 0;
  }

  /** @throws ExternalIdTaken 400, also if the other contact came later; the transaction is then aborted */
  async insert(contact: NewContact): Promise<string> {
    const id = newId();
    await externalIdFree(this.work.manager.insert(Contact, { ...contact, id }));
    return id;
  }

  find(workspaceId: string, contactId: string): Promise<Contact | null> {
    return this.work.manager.findOneBy(Contact, { workspaceId, id: uuidOrNil(contactId) });
  }

  /** The contact, if the caller sees it. Other writers of the contact wait until the transaction ends. */
  async requireLocked({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<Contact> {
    const contact = await this.findLocked(workspaceId, contactId);
    return required(contact && isVisible(agentIds, contact.agentIds) ? contact : null);
  }

  /** The contact, regardless of who sees it. Other writers of the contact wait until the transaction ends. */
  findLocked(workspaceId: string, contactId: string): Promise<Contact | null> {
    return this.work.manager.findOne(Contact, {
      where: { workspaceId, id: uuidOrNil(contactId) },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** The oldest contact with the email that the caller sees, of the oldest hundred with it. Does not lock. */
  async findVisibleByEmail({ workspaceId, agentIds }: WorkspaceScope, email: string): Promise<Contact | null> {
    const found = await this.work.manager.find(Contact, {
      where: { workspaceId, email },
      order: { seq: 'ASC' },
      take: MOST_WITH_EMAIL,
    });
    return found.find((contact) => isVisible(agentIds, contact.agentIds)) ?? null;
  }

  /** As {@link findVisibleByEmail}, for each of at most 25 emails. */
  async listVisibleByEmails(scope: WorkspaceScope, emails: readonly string[]): Promise<Contact[]> {
    const { workspaceId, agentIds } = scope;
    const found = await this.work.manager.find(Contact, {
      where: { workspaceId, email: Any(emails) },
      order: { seq: 'ASC' },
      take: MOST_WITH_EMAIL * emails.length,
    });
    const oldest = new Map<string | null, Contact>();
    for (const contact of found) {
      if (isVisible(agentIds, contact.agentIds) && !oldest.has(contact.email)) oldest.set(contact.email, contact);
    }
    return [...oldest.values()];
  }

  /** @throws ExternalIdTaken 400, as {@link insert} */
  async update(workspaceId: string, contactId: string, change: Partial<NewContact>): Promise<void> {
    await externalIdFree(
      this.work.manager.update(Contact, { workspaceId, id: contactId }, { ...change, updatedAt: () => 'now()' }),
    );
  }

  /** Returns whether there was one. */
  async delete(workspaceId: string, contactId: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(Contact, { workspaceId, id: contactId });
    return affected === 1;
  }
}

function externalIdFree<T>(statement: Promise<T>): Promise<T> {
  return onViolation('contacts_external_id', statement, () => new ExternalIdTaken());
}
