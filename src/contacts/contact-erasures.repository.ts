import { Injectable } from '@nestjs/common';
import { advisoryLock } from '../common/database/advisory-lock';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import type { ErasedCounts } from '../common/erasure/erasure.types';
import type { ErasureReceipt } from './contact-erasure.types';
import { ContactErasure } from './contact-erasure.entity';
import { LIST_HASHES_SINCE } from './contact-erasures.sql';

type NewErasure = Omit<ContactErasure, 'id' | 'erasedAt'>;

/** The table contact_erasures. */
@Injectable()
export class ContactErasuresRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Makes other erasures of this contact wait until the transaction ends, even if there is no profile row to lock. */
  lock(workspaceId: string, contactId: string): Promise<void> {
    return advisoryLock(this.work, JSON.stringify(['erasure', workspaceId, uuidOrNil(contactId)]));
  }

  findReceipt(workspaceId: string, contactId: string): Promise<ContactErasure | null> {
    return this.work.manager.findOneBy(ContactErasure, { workspaceId, contactId: uuidOrNil(contactId) });
  }

  /**
   * Uses the time of the statement, not of the start of the transaction: work that began before it belongs to the
   * erased person.
   */
  async insert(erasure: NewErasure): Promise<ErasureReceipt> {
    const id = newId();
    const result = await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(ContactErasure)
      .values({ ...erasure, id, erasedAt: () => 'clock_timestamp()' })
      .returning(['erasedAt', 'records'])
      .updateEntity(false)
      .execute();
    const [{ erased_at: erasedAt, records }] = result.raw as [{ erased_at: Date; records: ErasedCounts }];
    return { id, contactId: erasure.contactId, erasedAt, erasedBy: erasure.erasedBy, records };
  }

  /** Returns the hashes of all people who were erased after `instant`. The list is almost always empty. */
  async listHashesSince(workspaceId: string, instant: string | Date): Promise<Buffer[]> {
    const rows = await this.work.prepared<{ hash: Buffer }>(LIST_HASHES_SINCE, [workspaceId, instant]);
    return rows.map(({ hash }) => hash);
  }
}
