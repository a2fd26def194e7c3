import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import type { ErasureCounts, ErasureReceipt } from './contact-erasure.types';
import { FIND_RECEIPT, INSERT_ERASURE, LIST_HASHES_SINCE, LOCK_ERASURE } from './contact-erasures.sql';

export interface NewErasure {
  workspaceId: string;
  contactId: string;
  id: string;
  erasedBy: string;
  records: ErasureCounts;
  externalIdHash: Buffer | null;
  emailHash: Buffer | null;
}

/** The table contact_erasures. */
@Injectable()
export class ContactErasuresRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps other erasures of this contact out until the transaction ends, whether or not there is a profile to lock. */
  async lock(workspaceId: string, contactId: string): Promise<void> {
    await this.work.query(LOCK_ERASURE, [JSON.stringify(['erasure', workspaceId, uuidOrNil(contactId)])]);
  }

  async findReceipt(workspaceId: string, contactId: string): Promise<ErasureReceipt | null> {
    const [receipt] = await this.work.query<ErasureReceipt>(FIND_RECEIPT, [workspaceId, uuidOrNil(contactId)]);
    return receipt ?? null;
  }

  async insert(erasure: NewErasure): Promise<ErasureReceipt> {
    const [receipt] = await this.work.query<ErasureReceipt>(INSERT_ERASURE, [
      erasure.workspaceId,
      erasure.contactId,
      erasure.id,
      erasure.erasedBy,
      JSON.stringify(erasure.records),
      erasure.externalIdHash,
      erasure.emailHash,
    ]);
    return receipt!;
  }

  /** Hashes of everybody who was erased after `instant`; almost always nobody. */
  async listHashesSince(workspaceId: string, instant: string | Date): Promise<Buffer[]> {
    const rows = await this.work.prepared<{ hash: Buffer }>(LIST_HASHES_SINCE, [workspaceId, instant]);
    return rows.map(({ hash }) => hash);
  }
}
