import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import { Lease } from '../../common/jobs/lease';
import type { FileMediaType } from '../source.types';

/** Of a file that is on its way. */
export const UPLOAD_LEASE = new Lease(30);

/** A file that is on its way, or that no source was made of so far. */
@Entity('knowledge_files')
export class SourceFile {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  /** Also that of the source that is made of it. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  mediaType: FileMediaType;

  @Column('bigint', { transformer: wholeNumber })
  sizeBytes: number;

  @Column('boolean')
  isComplete: boolean;

  /** When it is forgotten. */
  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;
}
