import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import type { ContactIdentity } from './contact-erasure.types';
import type { Contact } from './contact.entity';
import { ContactsRepository } from './contacts.repository';
import { ContactIndexing } from './search-sets/contact-indexing';

/** The part of a profile that an erasure is confirmed by and remembers. */
export interface ProfileState extends ContactIdentity {
  updatedAt: Date;
}

/** Profiles as an erasure takes them away. Joins the caller's transaction. */
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

  /**
   * The profile, and what the search index knows of it; null where it was removed before, which the index may not know
   * yet.
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
