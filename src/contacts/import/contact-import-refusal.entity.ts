import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A refused row of a file, and the reason. */
@Entity('contact_import_refusals')
export class ContactImportRefusal {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  importId: string;

  @PrimaryColumn('integer')
  row: number;

  @Column('text')
  code: string;

  @Column('text')
  path: string;

  @Column('text')
  message: string;
}
