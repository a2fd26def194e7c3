import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An object of FILES_STORE: one that a file names, one that is being stored, or one that is to be deleted. */
@Entity('file_objects')
export class FileObject {
  @PrimaryColumn('uuid')
  workspaceId: string;

  /** Random: it tells nothing about the file. */
  @PrimaryColumn('text')
  key: string;

  @Column('uuid')
  fileId: string;

  /** When it was last begun to be stored. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  putAt: Date;

  /** No file takes it over any more: the object is deleted, then the row. */
  @Column('boolean', { default: false })
  deleting: boolean;
}
