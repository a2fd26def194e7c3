import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ErasedCounts } from '../common/erasure/erasure.types';

/**
 * The receipt of a person's erasure, with the hashes that recognize the person if work in progress would add them
 * again.
 */
@Entity('contact_erasures')
export class ContactErasure {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  contactId: string;

  @Column('uuid')
  id: string;

  /** To the microsecond. Work that began before this time may still hold data of the erased person. */
  @Column('timestamptz')
  erasedAt: Date;

  /** The member who erased the person. */
  @Column('uuid')
  erasedBy: string;

  @Column('jsonb')
  records: ErasedCounts;

  @Column('bytea', { nullable: true, select: false })
  externalIdHash: Buffer | null;

  @Column('bytea', { nullable: true, select: false })
  emailHash: Buffer | null;
}
