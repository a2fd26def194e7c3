import { Injectable } from '@nestjs/common';
import { instant } from '../common/database/instant.sql';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import type { ErasedRecords, ErasureReceipt } from './erased-contacts.types';

export interface Erasure {
  workspaceId: string;
  contactId: string;
  id: string;
  erasedBy: string;
  records: ErasedRecords;
  externalIdHash: Buffer | null;
  emailHash: Buffer | null;
}

const RECEIPT = `id, contact_id AS "contactId", ${instant('erased_at')} AS "erasedAt", erased_by AS "erasedBy", records`;

/** The table contact_erasures. */
@Injectable()
export class ErasedContactsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps other erasures of this contact out until the transaction ends, whether or not there is a profile to lock. */
  async lock(workspaceId: string, contactId: string): Promise<void> {
    await this.work.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      JSON.stringify(['erasure', workspaceId, uuidOrNil(contactId)]),
    ]);
  }

  async receipt(workspaceId: string, contactId: string): Promise<ErasureReceipt | null> {
    const [receipt] = await this.work.query<ErasureReceipt>(
      `SELECT ${RECEIPT} FROM contact_erasures WHERE workspace_id = $1 AND contact_id = $2`,
      [workspaceId, uuidOrNil(contactId)],
    );
    return receipt ?? null;
  }

  /** The time is that of this statement and not of the transaction's begin: what began before is an erased person's. */
  async insert(erasure: Erasure): Promise<ErasureReceipt> {
    const [receipt] = await this.work.query<ErasureReceipt>(
      `INSERT INTO contact_erasures
         (workspace_id, contact_id, id, erased_at, erased_by, records, external_id_hash, email_hash)
       VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7) RETURNING ${RECEIPT}`,
      [
        erasure.workspaceId,
        erasure.contactId,
        erasure.id,
        erasure.erasedBy,
        JSON.stringify(erasure.records),
        erasure.externalIdHash,
        erasure.emailHash,
      ],
    );
    return receipt!;
  }

  /** Hashes of everybody who was erased after `instant`; almost always nobody. */
  async hashesSince(workspaceId: string, instant: string | Date): Promise<Buffer[]> {
    const rows = await this.work.prepared<{ hash: Buffer }>(
      `SELECT h.hash FROM contact_erasures, unnest(ARRAY[external_id_hash, email_hash]) AS h (hash)
       WHERE workspace_id = $1 AND erased_at > $2 AND h.hash IS NOT NULL`,
      [workspaceId, instant],
    );
    return rows.map(({ hash }) => hash);
  }
}
