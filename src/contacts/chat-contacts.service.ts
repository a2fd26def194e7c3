import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ChatContactsRepository, type KnownContact, type NewChatContact } from './chat-contacts.repository';
import { ContactErasuresService } from './contact-erasures.service';
import { sharedWith } from './contact-sharing';
import { ExternalIdTaken, WriterErased } from './contacts.errors';
import { searchText } from './search-text';

/** Whoever writes to an agent, as the calling site knows them. */
interface Writer {
  externalId: string;
  name?: string;
  /** Lower case. */
  email?: string;
}

/**
 * The contact of a chat turn: the one with the externalId; else the oldest of the same email that has no externalId, which
 * becomes this person's; else a new one. A contact that is there gets only what it lacks: what people wrote stays.
 *
 * Joins the caller's transaction and locks the contact until that ends, so call it before the conversation is locked.
 * One statement for a contact that is known by its externalId and lacks nothing, two where it does; three for a new one
 * without email and six for one with. Turns of one person wait for each other here, and nobody else does.
 */
@Injectable()
export class ChatContactsService {
  constructor(
    private readonly contacts: ChatContactsRepository,
    private readonly erased: ContactErasuresService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * The contact's id, and whether it is blocked. `startedAt`: when the turn began, on the database's clock as PostgreSQL writes it.
   *
   * @throws WriterErased 400 where the externalId or email was erased after that
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
      (await this.contacts.upsert(workspaceId, newContact(agentId, writer)));
    await this.complete(workspaceId, agentId, contact, writer);
    if (!known || known.someErased) await this.ensureNotErased(workspaceId, writer, startedAt);
    return contact;
  }

  /** Who has the externalId; null: nobody. */
  find(workspaceId: string, externalId: string): Promise<Pick<KnownContact, 'id' | 'blocked'> | null> {
    return this.contacts.find(workspaceId, externalId);
  }

  /**
   * The same as {@link seen} for a visitor whom the customer's server has signed: by the externalId and nothing else, so that
   * nobody becomes another person by an email. What the contact lacks of the attributes is added as well.
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
    const contact = known ?? (await this.contacts.upsert(workspaceId, newContact(agentId, writer)));
    await this.complete(workspaceId, agentId, contact, writer);
    if (Object.keys(attributes).length > 0) await this.contacts.addAttributes(workspaceId, contact.id, attributes);
    if (!known || known.someErased) await this.ensureNotErased(workspaceId, writer, startedAt);
    return contact;
  }

  private async ensureNotErased(workspaceId: string, writer: Writer, startedAt: string): Promise<void> {
    const identity = { externalId: writer.externalId, email: writer.email ?? null };
    const erased = await this.erased.erasedSince(workspaceId, startedAt, [identity]);
    if (erased.size > 0) throw new WriterErased();
  }

  /** Null where there is none to adopt, or somebody made a contact with this externalId meanwhile. */
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

  /** Adds what the contact lacks. @throws ExternalIdTaken 400; only what ran in the savepoint is lost then */
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
