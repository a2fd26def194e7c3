import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import type { OutboundContacts } from '../inbox/outbound/outbound-contacts.port';
import { ContactLog } from './contact-log.service';
import { blankContact } from './contact-merge';
import { isVisible } from './contact-visibility';
import { ContactsRepository } from './contacts.repository';
import { MailContactsRepository } from './mail-contacts.repository';
import { searchText } from './search-text';

/** Finds or creates the contact of a conversation that a member begins. */
@Injectable()
export class OutboundContactsService implements OutboundContacts {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly mailing: MailContactsRepository,
    private readonly log: ContactLog,
  ) {}

  async lockFor(
    scope: WorkspaceScope,
    { agentId, contactId, address }: { agentId: string; contactId: string | null; address: string },
  ): Promise<{ id: string; blocked: boolean } | null> {
    const { workspaceId } = scope;
    if (contactId !== null) return this.lockVisible(scope, contactId);
    // Others who begin a conversation with the address, and its first mail, wait.
    await this.mailing.lockAddress(workspaceId, address);
    const known = await this.contacts.findVisibleByEmail(scope, address);
    const locked = known && (await this.lockVisible(scope, known.id));
    if (locked) return locked;
    const contact = { ...blankContact(workspaceId), agentIds: [agentId], email: address };
    const id = await this.contacts.insert({ ...contact, searchText: searchText(contact) });
    this.log.created({ workspaceId, id, agentIds: [agentId] });
    return { id, blocked: false };
  }

  private async lockVisible(
    { workspaceId, agentIds }: WorkspaceScope,
    contactId: string,
  ): Promise<{ id: string; blocked: boolean } | null> {
    const contact = await this.contacts.findLocked(workspaceId, contactId);
    return contact && isVisible(agentIds, contact.agentIds) ? { id: contact.id, blocked: contact.blocked } : null;
  }
}
