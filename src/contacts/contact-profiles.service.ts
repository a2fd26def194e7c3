import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import type { ContactIdentity } from './contact-erasure.types';
import type { Contact } from './contact.entity';
import { ContactsRepository } from './contacts.repository';
import { ContactIndexing } from './search-sets/contact-indexing';

/** The part of a profile that the caller must confirm for an erasure, and that the erasure remembers. */
export interface ProfileState extends ContactIdentity {
  updatedAt: Date;
}

/** What other features know of profiles, and their end in erasures. Joins the caller's transaction. */
@Injectable()
export class ContactProfilesService {
  constructor(
    private readonly contacts: ContactsRepository,
    private readonly index: ContactIndexing,
  ) {}

  /** Whether the caller sees the contact. */
  exists(scope: WorkspaceScope, contactId: string): Promise<boolean> {
    return this.contacts.exists(scope, contactId);
  }

  async find(workspaceId: string, contactId: string): Promise<ProfileState | null> {
    return stateOf(await this.contacts.find(workspaceId, contactId));
  }

  /** Those of the emails whose oldest contact that the caller sees is blocked. */
  async listBlocked(scope: WorkspaceScope, emails: readonly string[]): Promise<string[]> {
    const contacts = await this.contacts.listVisibleByEmails(scope, emails);
    return contacts.flatMap(({ email, blocked }) => (blocked && email !== null ? [email] : []));
  }

  /**
   * Deletes the profile, and its entries in the search index. Returns null if the profile was removed before; the index
   * may not have caught up with that yet.
   */
  async erase(workspaceId: string, contactId: string): Promise<ProfileState | null> {
    const contact = await this.contacts.findLocked(workspaceId, contactId);
    if (contact) await this.contacts.delete(workspaceId, contact.id);
    await this.index.forgetDeleted(workspaceId);
    return stateOf(contact);
  }
}

function stateOf(contact: Contact | null): ProfileState | null {
  return contact && { externalId: contact.externalId, email: contact.email, updatedAt: contact.updatedAt };
}
