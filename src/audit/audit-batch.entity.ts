import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';

/** A sealed batch of entries. Its header stays when retention deletes the entries. */
@Entity('audit_batches')
export class AuditBatch {
  /** The nil UUID for the entries of no workspace. */
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('integer')
  number: number;

  @Column('bigint', { transformer: wholeNumber })
  firstSequence: number;

  @Column('integer')
  count: number;

  @Column('bytea')
  rootHash: Buffer;

  @Column('bytea', { nullable: true })
  previousHash: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3 })
  sealedAt: Date;

  /** The id of the key. */
  @Column('text')
  signedBy: string;

  @Column('bytea')
  publicKey: Buffer;

  @Column('bytea')
  hash: Buffer;

  @Column('bytea')
  signature: Buffer;

  /** When subscribers learned of this batch or of a later one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  announcedAt: Date | null;

  /** When retention deleted the entries. Null while they are there. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  entriesRemovedAt: Date | null;
}
