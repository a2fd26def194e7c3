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

  /** Keeps other erasures of this contact out until the transaction ends, whether or not there is a profile to lock. */
  lock(workspaceId: string, contactId: string): Promise<void> {
    return advisoryLock(this.work, JSON.stringify(['erasure', workspaceId, uuidOrNil(contactId)]));
  }

  findReceipt(workspaceId: string, contactId: string): Promise<ContactErasure | null> {
    return this.work.manager.findOneBy(ContactErasure, { workspaceId, contactId: uuidOrNil(contactId) });
  }

  /** The time is that of the statement and not of the transaction's begin: what began before is an erased person's. */
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

  /** Hashes of everybody who was erased after `instant`: almost always of nobody. */
  async listHashesSince(workspaceId: string, instant: string | Date): Promise<Buffer[]> {
    const rows = await this.work.prepared<{ hash: Buffer }>(LIST_HASHES_SINCE, [workspaceId, instant]);
    return rows.map(({ hash }) => hash);
  }
}
