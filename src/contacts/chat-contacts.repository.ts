import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { ADD_ATTRIBUTES, UPSERT_SEEN, UPDATE_SEEN, UPDATE_SEEN_BY_EMAIL } from './chat-contacts.sql';
import { Contact } from './contact.entity';
import { type NewContact, ContactsRepository } from './contacts.repository';

/** The fields of a contact that a chat turn reads. */
export type KnownContact = Pick<
  Contact,
  'id' | 'agentIds' | 'externalId' | 'name' | 'email' | 'phone' | 'company' | 'blocked'
>;

export type NewChatContact = Pick<NewContact, 'agentIds' | 'externalId' | 'name' | 'email' | 'searchText'>;

/** The table contacts as chat turns write it. Every row that is returned stays locked until the transaction ends. */
@Injectable()
export class ChatContactsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly contacts: ContactsRepository,
  ) {}

  /**
   * Sets the last-seen time of the contact with this externalId. Returns the contact, or null if there is none.
   * `someErased`: at least one person of the workspace was erased after `startedAt`.
   */
  async see(
    workspaceId: string,
    externalId: string,
    startedAt: string,
  ): Promise<(KnownContact & { someErased: boolean }) | null> {
    const parameters = [workspaceId, externalId, startedAt];
    const [contact] = await this.work.prepared<KnownContact & { someErased: boolean }>(UPDATE_SEEN, parameters);
    return contact ?? null;
  }

  /**
   * Does the same for the oldest contact with this email and no externalId. Returns null if there is none, or if
   * another contact has this externalId.
   */
  async seeByEmail(workspaceId: string, email: string, externalId: string): Promise<KnownContact | null> {
    const parameters = [workspaceId, email, externalId];
    const [contact] = await this.work.prepared<KnownContact>(UPDATE_SEEN_BY_EMAIL, parameters);
    return contact ?? null;
  }

  /** Finds a contact by externalId, without a lock. */
  find(workspaceId: string, externalId: string): Promise<Pick<Contact, 'id' | 'blocked'> | null> {
    return this.work.manager.findOne(Contact, {
      select: { workspaceId: true, id: true, blocked: true },
      where: { workspaceId, externalId },
    });
  }

  /** Adds the attributes that the contact lacks, as long as there is room. Whether it has added any. */
  async addAttributes(workspaceId: string, contactId: string, attributes: object): Promise<boolean> {
    return (await this.work.query(ADD_ATTRIBUTES, [workspaceId, contactId, JSON.stringify(attributes)])).length > 0;
  }

  /**
   * Inserts a contact that was seen now. If a concurrent request has inserted one with the same externalId, returns
   * that one.
   */
  async upsert(workspaceId: string, contact: NewChatContact): Promise<KnownContact & { isNew: boolean }> {
    const { agentIds, externalId, name, email, searchText } = contact;
    const parameters = [workspaceId, newId(), agentIds, externalId, name, email, searchText];
    const [known] = await this.work.prepared<KnownContact & { isNew: boolean }>(UPSERT_SEEN, parameters);
    if (!known) throw new Error('A contact was neither inserted nor found');
    return known;
  }

  /** @throws ExternalIdTaken 400, as {@link ContactsRepository.update} */
  async update(workspaceId: string, contactId: string, change: Partial<NewContact>): Promise<void> {
    await this.contacts.update(workspaceId, contactId, change);
  }
}
