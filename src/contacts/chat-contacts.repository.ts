import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import type { Contact } from './contact.entity';
import { type NewContact, ContactsRepository } from './contacts.repository';

/** What a chat turn goes by. */
export type KnownContact = Pick<Contact, 'id' | 'agentIds' | 'externalId' | 'name' | 'email' | 'phone' | 'company'>;

export type NewChatContact = Pick<NewContact, 'agentIds' | 'externalId' | 'name' | 'email' | 'searchText'>;

const KNOWN = 'id, agent_ids AS "agentIds", external_id AS "externalId", name, email, phone, company';

/** The table contacts as chat turns write it. Every row that is returned stays locked until the transaction ends. */
@Injectable()
export class ChatContactsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly contacts: ContactsRepository,
  ) {}

  /**
   * Has seen the person now: the contact with the externalId, or null. `someErased`: anybody of the workspace has been
   * erased after `startedAt`.
   */
  async touch(
    workspaceId: string,
    externalId: string,
    startedAt: string,
  ): Promise<(KnownContact & { someErased: boolean }) | null> {
    const [contact] = await this.work.prepared<KnownContact & { someErased: boolean }>(
      `UPDATE contacts SET last_seen_at = now() WHERE workspace_id = $1 AND external_id = $2
       RETURNING ${KNOWN},
         EXISTS (SELECT FROM contact_erasures WHERE workspace_id = $1 AND erased_at > $3) AS "someErased"`,
      [workspaceId, externalId, startedAt],
    );
    return contact ?? null;
  }

  /** The same for the oldest contact of an email that has no externalId; null also where one has this externalId. */
  async touchUnlinked(workspaceId: string, email: string, externalId: string): Promise<KnownContact | null> {
    const [contact] = await this.work.prepared<KnownContact>(
      `UPDATE contacts SET last_seen_at = now() WHERE workspace_id = $1 AND seq = (
         SELECT seq FROM contacts
         WHERE workspace_id = $1 AND email = $2 AND external_id IS NULL
           AND NOT EXISTS (SELECT FROM contacts WHERE workspace_id = $1 AND external_id = $3)
         ORDER BY seq LIMIT 1 FOR UPDATE
       ) RETURNING ${KNOWN}`,
      [workspaceId, email, externalId],
    );
    return contact ?? null;
  }

  /** A new contact, or the one that somebody else made with its externalId meanwhile. */
  async insertOrTouch(workspaceId: string, contact: NewChatContact): Promise<KnownContact> {
    const { agentIds, externalId, name, email, searchText } = contact;
    const [known] = await this.work.prepared<KnownContact>(
      `INSERT INTO contacts (workspace_id, id, agent_ids, external_id, name, email, search_text, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())
       ON CONFLICT (workspace_id, external_id) DO UPDATE SET last_seen_at = excluded.last_seen_at
       RETURNING ${KNOWN}`,
      [workspaceId, newId(), agentIds, externalId, name, email, searchText],
    );
    if (!known) throw new Error('A contact was neither inserted nor found');
    return known;
  }

  /** @throws ExternalIdTaken; only what ran in the {@link savepoint} is lost then */
  async update(workspaceId: string, contactId: string, change: Partial<NewContact>): Promise<void> {
    await this.contacts.update(workspaceId, contactId, change);
  }

  /** A part of the transaction that is undone, with its locks, where it throws. */
  savepoint<T>(part: () => Promise<T>): Promise<T> {
    return this.work.manager.transaction(part);
  }
}
