import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import { Lease } from '../../common/jobs/lease';
import { LeasedRow } from '../../common/jobs/leased-row';
import type { ImportFormat, ImportStatus } from './contact-import.types';

/** Of a file that is on its way into the database. */
export const UPLOAD_LEASE = new Lease(30);
/** Of an import that a worker is at. */
export const IMPORT_LEASE = new Lease(20);

/**
 * A file of contacts on its way into the directory, which is also the job that takes it there: what is only the
 * job's is not selected.
 */
@Entity('contact_imports')
export class ContactImport extends LeasedRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  memberId: string;

  @Column('text')
  status: 'uploading' | ImportStatus;

  @Column('text')
  format: ImportFormat;

  /** Of the CSV header. */
  @Column('text', { array: true, select: false })
  columns: string[];

  @Column('bigint', { transformer: wholeNumber })
  sizeBytes: number;

  @Column('bigint', { transformer: wholeNumber })
  bytesDone: number;

  @Column('integer', { select: false })
  lastRow: number;

  @Column('integer')
  rowsTotal: number;

  @Column('integer')
  rowsRead: number;

  @Column('integer')
  created: number;

  @Column('integer')
  updated: number;

  @Column('integer')
  unchanged: number;

  @Column('integer')
  refused: number;

  @Column('text', { nullable: true })
  failureCode: string | null;

  @Column('text', { nullable: true })
  failureMessage: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  startedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;
}
