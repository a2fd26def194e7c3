import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A word that the members of a workspace sort conversations by. */
@Entity('labels')
export class Label {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** What names of one workspace are told apart by. */
  @Column('text')
  nameKey: string;

  /** `#rrggbb`, in lower case. */
  @Column('text')
  color: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
