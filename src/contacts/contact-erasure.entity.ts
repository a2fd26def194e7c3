import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ErasedCounts } from '../common/erasure/erasure.types';

/** That a person was erased: the receipt, and by what they are recognised should work under way bring them back. */
@Entity('contact_erasures')
export class ContactErasure {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  contactId: string;

  @Column('uuid')
  id: string;

  /** To the microsecond: what began before it is an erased person's. */
  @Column('timestamptz')
  erasedAt: Date;

  /** The member. */
  @Column('uuid')
  erasedBy: string;

  @Column('jsonb')
  records: ErasedCounts;

  @Column('bytea', { nullable: true, select: false })
  externalIdHash: Buffer | null;

  @Column('bytea', { nullable: true, select: false })
  emailHash: Buffer | null;
}
