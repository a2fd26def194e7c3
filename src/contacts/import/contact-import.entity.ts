import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import { Lease } from '../../common/jobs/lease';
import { LeasedRow } from '../../common/jobs/leased-row';
import type { ImportFormat, ImportStatus } from './contact-import.types';
import type { Separator } from './rows/csv-columns';

/** Lease of an upload in progress, in seconds. */
export const UPLOAD_LEASE = new Lease(30);
/** Lease of an import that a worker processes, in seconds. */
export const IMPORT_LEASE = new Lease(20);

/**
 * A file of contacts that is uploaded and imported. It is also the job that imports it: columns that only the job uses
 * are not selected by default.
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

  /** What the columns of the CSV file are read as: a field, `attributes.…`, or empty for a column that is left out. */
  @Column('text', { array: true })
  columns: string[];

  /** The names of the same columns in the CSV header. */
  @Column('text', { array: true, default: '{}' })
  columnNames: string[];

  @Column('text', { default: ',' })
  separator: Separator;

  /** The workspace's default country for phone numbers when the file arrived. */
  @Column('text', { nullable: true })
  defaultCountry: string | null;

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

  @Column('integer', { default: 0 })
  refusedValues: number;

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
