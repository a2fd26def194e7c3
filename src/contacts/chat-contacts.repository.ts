import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { ADD_ATTRIBUTES, UPSERT_SEEN, UPDATE_SEEN, UPDATE_SEEN_BY_EMAIL } from './chat-contacts.sql';
import { Contact } from './contact.entity';
import { type NewContact, ContactsRepository } from './contacts.repository';

/** What a chat turn goes by. */
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
   * Notes that the person was seen now: the contact with the externalId, or null. `someErased`: anybody of the workspace
   * has been erased after `startedAt`.
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

  /** The same for the oldest contact of an email that has no externalId; null also where one has this externalId. */
  async seeByEmail(workspaceId: string, email: string, externalId: string): Promise<KnownContact | null> {
    const parameters = [workspaceId, email, externalId];
    const [contact] = await this.work.prepared<KnownContact>(UPDATE_SEEN_BY_EMAIL, parameters);
    return contact ?? null;
  }

  /** By externalId, without a lock. */
  find(workspaceId: string, externalId: string): Promise<Pick<Contact, 'id' | 'blocked'> | null> {
    return this.work.manager.findOne(Contact, {
      select: { workspaceId: true, id: true, blocked: true },
      where: { workspaceId, externalId },
    });
  }

  /** Attributes that the contact lacks, as far as there is room. */
  async addAttributes(workspaceId: string, contactId: string, attributes: object): Promise<void> {
    await this.work.query(ADD_ATTRIBUTES, [workspaceId, contactId, JSON.stringify(attributes)]);
  }

  /** A new contact that was seen now, or the one that somebody else made with its externalId meanwhile. */
  async upsert(workspaceId: string, contact: NewChatContact): Promise<KnownContact> {
    const { agentIds, externalId, name, email, searchText } = contact;
    const parameters = [workspaceId, newId(), agentIds, externalId, name, email, searchText];
    const [known] = await this.work.prepared<KnownContact>(UPSERT_SEEN, parameters);
    if (!known) throw new Error('A contact was neither inserted nor found');
    return known;
  }

  /** @throws ExternalIdTaken 400, as {@link ContactsRepository.update} */
  async update(workspaceId: string, contactId: string, change: Partial<NewContact>): Promise<void> {
    await this.contacts.update(workspaceId, contactId, change);
  }
}
