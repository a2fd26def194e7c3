import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ChatContactsRepository, type KnownContact, type NewChatContact } from './chat-contacts.repository';
import { changesOf, type ComparedFields } from '../common/event-types/changes';
import { ContactLog } from './contact-log.service';
import { ContactErasuresService } from './contact-erasures.service';
import { sharedWith } from './contact-sharing';
import { ExternalIdTaken, WriterErased } from './contacts.errors';
import { searchText } from './search-text';

/** The person who writes to an agent, as the calling site identifies them. */
interface Writer {
  externalId: string;
  name?: string;
  /** Lower case. */
  email?: string;
}

const COMPARED: ComparedFields<KnownContact> = { agentIds: 'text', externalId: 'text', name: 'text', email: 'text' };

/**
 * Finds or creates the contact of a chat turn. It is the contact with the externalId; otherwise the oldest contact with
 * the same email and no externalId, which then gets this externalId; otherwise a new contact. An existing contact only
 * gets fields that it lacks: values that members entered stay.
 *
 * Joins the caller's transaction and locks the contact until the transaction ends, so call it before you lock the
 * conversation. Runs one statement for a contact with this externalId that lacks nothing and two for one that lacks
 * something; three for a new contact without an email and six for a new one with an email. Only turns of the same
 * person wait for each other here.
 */
@Injectable()
export class ChatContactsService {
  constructor(
    private readonly contacts: ChatContactsRepository,
    private readonly erased: ContactErasuresService,
    private readonly work: UnitOfWork,
    private readonly log: ContactLog,
  ) {}

  /**
   * Returns the contact's id and whether it is blocked. `startedAt` is the time at which the turn began, by the
   * database's clock, in PostgreSQL's notation.
   *
   * @throws WriterErased 400 if the externalId or email was erased after `startedAt`
   */
  async seen(
    workspaceId: string,
    agentId: string,
    writer: Writer,
    startedAt: string,
  ): Promise<Pick<KnownContact, 'id' | 'blocked'>> {
    const known = await this.contacts.see(workspaceId, writer.externalId, startedAt);
    const contact =
      known ??
      (await this.adopt(workspaceId, agentId, writer)) ??
      (await this.insert(workspaceId, newContact(agentId, writer)));
    await this.complete(workspaceId, agentId, contact, writer);
    if (!known || known.someErased) await this.ensureNotErased(workspaceId, writer, startedAt);
    return contact;
  }

  /** Finds the contact with the externalId. Returns null if there is none. */
  find(workspaceId: string, externalId: string): Promise<Pick<KnownContact, 'id' | 'blocked'> | null> {
    return this.contacts.find(workspaceId, externalId);
  }

  /**
   * Does the same as {@link seen} for a visitor whose identity the customer's server has signed. Matches by externalId
   * only, so that an email cannot turn a visitor into another person. Also adds the attributes that the contact lacks.
   *
   * @throws WriterErased 400
   */
  async verified(
    workspaceId: string,
    agentId: string,
    { attributes = {}, ...writer }: Writer & { attributes?: Readonly<Record<string, string | number | boolean>> },
    startedAt: string,
  ): Promise<Pick<KnownContact, 'id' | 'blocked'>> {
    const known = await this.contacts.see(workspaceId, writer.externalId, startedAt);
    const contact = known ?? (await this.insert(workspaceId, newContact(agentId, writer)));
    await this.complete(workspaceId, agentId, contact, writer);
    if (
      Object.keys(attributes).length > 0 &&
      (await this.contacts.addAttributes(workspaceId, contact.id, attributes))
    ) {
      const agentIds = sharedWith(contact.agentIds, agentId);
      this.log.updated({ workspaceId, id: contact.id, agentIds }, ['attributes']);
    }
    if (!known || known.someErased) await this.ensureNotErased(workspaceId, writer, startedAt);
    return contact;
  }

  private async ensureNotErased(workspaceId: string, writer: Writer, startedAt: string): Promise<void> {
    const identity = { externalId: writer.externalId, email: writer.email ?? null };
    const erased = await this.erased.erasedSince(workspaceId, startedAt, [identity]);
    if (erased.size > 0) throw new WriterErased();
  }

  private async insert(workspaceId: string, made: NewChatContact): Promise<KnownContact> {
    const contact = await this.contacts.upsert(workspaceId, made);
    const { isNew, ...known } = contact;
    if (isNew) this.log.created({ workspaceId, id: known.id, agentIds: made.agentIds });
    return known;
  }

  /** Returns null if there is no contact to adopt, or if a concurrent request created one with this externalId. */
  private async adopt(workspaceId: string, agentId: string, writer: Writer): Promise<KnownContact | null> {
    const { email, externalId } = writer;
    if (email === undefined) return null;
    try {
      return await this.work.savepoint(async () => {
        const contact = await this.contacts.seeByEmail(workspaceId, email, externalId);
        return contact && (await this.complete(workspaceId, agentId, contact, writer));
      });
    } catch (error) {
      if (error instanceof ExternalIdTaken) return null;
      throw error;
    }
  }

  /** Adds the fields that the contact lacks. @throws ExternalIdTaken 400; rolls back to the savepoint only */
  private async complete(
    workspaceId: string,
    agentId: string,
    contact: KnownContact,
    writer: Writer,
  ): Promise<KnownContact> {
    const complete = completed(contact, agentId, writer);
    if (JSON.stringify(complete) === JSON.stringify(contact)) return contact;
    const { agentIds, externalId, name, email } = complete;
    const change = { agentIds, externalId, name, email, searchText: searchText(complete) };
    await this.contacts.update(workspaceId, contact.id, change);
    const { changed } = changesOf<KnownContact>(contact, complete, COMPARED);
    this.log.updated({ workspaceId, id: contact.id, agentIds }, changed);
    return complete;
  }
}

function newContact(agentId: string, { externalId, name, email }: Writer): NewChatContact {
  const fields = { externalId, name: name ?? null, email: email ?? null };
  return { ...fields, agentIds: [agentId], searchText: searchText({ ...fields, phone: null, company: null }) };
}

function completed(contact: KnownContact, agentId: string, writer: Writer): KnownContact {
  return {
    ...contact,
    agentIds: sharedWith(contact.agentIds, agentId),
    externalId: contact.externalId ?? writer.externalId,
    name: contact.name ?? writer.name ?? null,
    email: contact.email ?? writer.email ?? null,
  };
}
