import { Injectable } from '@nestjs/common';
import { changesOf } from '../common/event-types/changes';
import { ChatContactsRepository } from './chat-contacts.repository';
import { ContactErasuresService } from './contact-erasures.service';
import { ContactLog } from './contact-log.service';
import { sharedWith } from './contact-sharing';
import { MailContactsRepository } from './mail-contacts.repository';
import { searchText } from './search-text';

const COMPARED = { agentIds: 'text', name: 'text' } as const;

/** The sender of a mail. */
interface MailWriter {
  /** Lower case. */
  email: string;
  name: string | null;
}

/** The fields of a contact that incoming mail uses. */
export interface MailContact {
  id: string;
  /** Lower case. */
  email: string | null;
  blocked: boolean;
}

/**
 * Finds or creates the contact of an incoming mail. Joins the caller's transaction and locks the contact until it ends.
 */
@Injectable()
export class MailContactsService {
  constructor(
    private readonly mailing: MailContactsRepository,
    private readonly contacts: ChatContactsRepository,
    private readonly erased: ContactErasuresService,
    private readonly log: ContactLog,
  ) {}

  /**
   * Returns the oldest contact with the address, or a new one. An existing contact only gets fields that it lacks.
   * Returns null if the address was erased after `receivedAt`; the caller must then not store anything of the mail.
   */
  async seen(workspaceId: string, agentId: string, writer: MailWriter, receivedAt: Date): Promise<MailContact | null> {
    const { email, name } = writer;
    await this.mailing.lockAddress(workspaceId, email);
    const known = await this.mailing.see(workspaceId, email);
    const id = known ? known.id : await this.insert(workspaceId, agentId, writer);
    if (known) {
      const agentIds = sharedWith(known.agentIds, agentId);
      const complete = { ...known, agentIds, name: known.name ?? name };
      if (complete.name !== known.name || agentIds !== known.agentIds) {
        const change = { agentIds, name: complete.name, searchText: searchText(complete) };
        await this.contacts.update(workspaceId, id, change);
        this.log.updated({ workspaceId, id, agentIds }, changesOf<typeof complete>(known, complete, COMPARED).changed);
      }
    }
    const erased = await this.erased.erasedSince(workspaceId, receivedAt, [{ externalId: null, email }]);
    return erased.size > 0 ? null : { id, email, blocked: known?.blocked ?? false };
  }

  /** In lower case. Null if the contact has no email, or if its profile was removed. */
  findEmail(workspaceId: string, contactId: string): Promise<string | null> {
    return this.mailing.findEmail(workspaceId, contactId);
  }

  /** Whether a contact with this address is blocked. `email` in lower case. */
  isBlocked(workspaceId: string, email: string): Promise<boolean> {
    return this.mailing.existsBlocked(workspaceId, email);
  }

  /** Locks a contact by its id. Returns null if its profile was removed. */
  async lock(workspaceId: string, contactId: string): Promise<MailContact | null> {
    const contact = await this.mailing.findLocked(workspaceId, contactId);
    return contact && { id: contact.id, email: contact.email, blocked: contact.blocked };
  }

  /** Sets the last-seen time of a locked contact. */
  noteSeen(workspaceId: string, contactId: string): Promise<void> {
    return this.mailing.updateSeen(workspaceId, contactId);
  }

  private async insert(workspaceId: string, agentId: string, { email, name }: MailWriter): Promise<string> {
    const fields = { externalId: null, name, email };
    const text = searchText({ ...fields, phone: null, company: null });
    const { id } = await this.contacts.upsert(workspaceId, { ...fields, agentIds: [agentId], searchText: text });
    this.log.created({ workspaceId, id, agentIds: [agentId] });
    return id;
  }
}
