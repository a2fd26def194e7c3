import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A word of a workspace that its members sort conversations by. */
@Entity('labels')
export class Label {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The normal form of the name, unique in the workspace. */
  @Column('text')
  nameKey: string;

  /** `#rrggbb`, in lower case. */
  @Column('text')
  color: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
