import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ErasureCounts } from './contact-erasure.types';

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
  records: ErasureCounts;

  @Column('bytea', { nullable: true, select: false })
  externalIdHash: Buffer | null;

  @Column('bytea', { nullable: true, select: false })
  emailHash: Buffer | null;
}
