import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RefusalScope } from './contact-import.types';

/** A refused row of a file, or a refused value of an imported row, and the reason. */
@Entity('contact_import_refusals')
export class ContactImportRefusal {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  importId: string;

  @PrimaryColumn('integer')
  row: number;

  @PrimaryColumn('text')
  path: string;

  @Column('text', { default: 'row' })
  scope: RefusalScope;

  @Column('text')
  code: string;

  @Column('text')
  message: string;
}
