import { Injectable } from '@nestjs/common';
import { advisoryLock } from '../common/database/advisory-lock';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { KnownContact } from './chat-contacts.repository';
import { Contact } from './contact.entity';
import { ContactsRepository } from './contacts.repository';
import { UPDATE_SEEN_MAILING } from './mail-contacts.sql';

/** The table contacts as incoming mail writes it. Every row that is returned stays locked until the transaction ends. */
@Injectable()
export class MailContactsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly contacts: ContactsRepository,
  ) {}

  /** Makes other first mails from this address wait until the transaction ends. */
  lockAddress(workspaceId: string, email: string): Promise<void> {
    return advisoryLock(this.work, JSON.stringify(['contact of mail', workspaceId, email]));
  }

  /** Sets the last-seen time of the oldest contact with the email. Returns null if there is none. */
  async see(workspaceId: string, email: string): Promise<KnownContact | null> {
    const parameters = [workspaceId, email];
    const [contact] = await this.work.query<KnownContact>(UPDATE_SEEN_MAILING, parameters);
    return contact ?? null;
  }

  /** Does not lock. */
  async findEmail(workspaceId: string, contactId: string): Promise<string | null> {
    return (await this.contacts.find(workspaceId, contactId))?.email ?? null;
  }

  existsBlocked(workspaceId: string, email: string): Promise<boolean> {
    return this.work.manager.existsBy(Contact, { workspaceId, email, blocked: true });
  }

  findLocked(workspaceId: string, contactId: string): Promise<Contact | null> {
    return this.contacts.findLocked(workspaceId, contactId);
  }

  async updateSeen(workspaceId: string, contactId: string): Promise<void> {
    await this.work.manager.update(Contact, { workspaceId, id: contactId }, { lastSeenAt: () => 'now()' });
  }
}
