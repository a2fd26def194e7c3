import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import { Lease } from '../common/jobs/lease';

/** Of a file that is on its way. */
export const UPLOAD_LEASE = new Lease(30);

/** A file that is on its way, that waits for a message, or that a message or note carries. */
@Entity('files')
export class File {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The kind and id of the caller: `member:…`. */
  @Column('text')
  uploaderId: string;

  @Column('text')
  fileName: string;

  /** By its content. */
  @Column('text')
  mediaType: string;

  @Column('bigint', { transformer: wholeNumber })
  sizeBytes: number;

  /** Null: it is on its way. */
  @Column('bytea', { nullable: true })
  sha256: Buffer | null;

  /** Null: no message carries it. */
  @Column('uuid', { nullable: true })
  conversationId: string | null;

  /** A message or a note. */
  @Column('uuid', { nullable: true })
  messageId: string | null;

  /** When an unused file is forgotten; null: it is used. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
