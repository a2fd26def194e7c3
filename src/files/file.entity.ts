import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import { Lease } from '../common/jobs/lease';
import type { Scan } from './file.types';

/** Of a file that is on its way. */
export const UPLOAD_LEASE = new Lease(30);

/** A file that is on its way, that waits for a message, that a saved reply keeps, or that a message or note carries. */
@Entity('files')
export class File {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The kind and id of the caller: `member:…`; `saved_reply:…` once one keeps the file; or `mail`. */
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

  /** Its place among the files of a message, a note or a saved reply. Where places are equal, the ids decide. */
  @Column('smallint', { default: 0 })
  position: number;

  /** When an unused file is forgotten; null: it is used. Of a saved reply: when it no longer keeps the file. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  @Column('text', { default: 'none' })
  scan: Scan;

  /** The text of the email that it came with shows it. */
  @Column('boolean', { default: false })
  inline: boolean;

  /** Where its bytes lie in FILES_STORE. Null: in `file_pieces`. */
  @Column('text', { nullable: true })
  objectKey: string | null;

  /** The file whose bytes it shares. Null: it has its own. */
  @Column('uuid', { nullable: true })
  bytesOf: string | null;

  /** Orders the queue of files that are to be scanned or moved, and is the end of the lease of a claimed one; null: no work is left. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, select: false })
  workDueAt: Date | null;

  /** As of a `LeasedRow`. */
  @Column('bigint', { default: 0, select: false })
  fence: string;

  @Column('boolean', { default: false, select: false })
  isHeld: boolean;

  @Column('integer', { default: 0, select: false })
  attempts: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
