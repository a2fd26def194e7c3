import { Injectable } from '@nestjs/common';
import { onViolation } from '../common/database/constraint-violation';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import type { WorkspaceScope } from '../common/request/principal';
import { GET_CONTACT, LIST_CONTACTS } from './contact-record.sql';
import { visibleSql } from './contact-visibility';
import type { ContactDto } from './contact.dto';
import { Contact } from './contact.entity';
import { ExternalIdTaken } from './contacts.errors';

export type NewContact = Omit<Contact, 'id' | 'seq' | 'lastSeenAt' | 'createdAt' | 'updatedAt'>;

/** The table contacts. */
@Injectable()
export class ContactsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The contact as the caller is shown it; null where they do not see it. One statement. */
  async record({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<ContactDto | null> {
    const [row] = await this.work.prepared<{ contact: ContactDto }>(GET_CONTACT, [
      workspaceId,
      agentIds,
      uuidOrNil(contactId),
    ]);
    return row?.contact ?? null;
  }

  /** The JSON array of these contacts' records, newest first, as text. One statement. */
  async listAsJson({ workspaceId, agentIds }: WorkspaceScope, seqs: readonly number[]): Promise<string> {
    const [row] = await this.work.prepared<{ contacts: string }>(LIST_CONTACTS, [workspaceId, agentIds, seqs]);
    return row?.contacts ?? '[]';
  }

  /** Whether the caller sees the contact. One statement, whatever the answer. */
  async exists({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<boolean> {
    const rows = await this.work.prepared(
      `SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.id = $3 AND ${visibleSql('$2', 'c.agent_ids')}`,
      [workspaceId, agentIds, uuidOrNil(contactId)],
    );
    return rows.length > 0;
  }

  /** @throws ExternalIdTaken, whoever was first; the transaction is lost then */
  async insert(contact: NewContact): Promise<string> {
    const id = newId();
    await externalIdFree(this.work.manager.insert(Contact, { ...contact, id }));
    return id;
  }

  find(workspaceId: string, contactId: string): Promise<Contact | null> {
    return this.work.manager.findOneBy(Contact, { workspaceId, id: uuidOrNil(contactId) });
  }

  /** Keeps other writers of this contact out until the transaction ends. */
  findForUpdate(workspaceId: string, contactId: string): Promise<Contact | null> {
    return this.work.manager.findOne(Contact, {
      where: { workspaceId, id: uuidOrNil(contactId) },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** @throws ExternalIdTaken, as {@link insert} */
  async update(workspaceId: string, contactId: string, change: Partial<NewContact>): Promise<void> {
    await externalIdFree(
      this.work.manager.update(Contact, { workspaceId, id: contactId }, { ...change, updatedAt: () => 'now()' }),
    );
  }

  async delete(workspaceId: string, contactId: string): Promise<void> {
    await this.work.manager.delete(Contact, { workspaceId, id: contactId });
  }
}

function externalIdFree<T>(statement: Promise<T>): Promise<T> {
  return onViolation('contacts_external_id', statement, () => new ExternalIdTaken());
}
