import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RetentionDays } from './retention.types';

/** The retention periods of a workspace. */
@Entity('retention_settings')
export class RetentionSettings implements RetentionDays {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @Column('integer', { nullable: true })
  conversationDays: number | null;

  @Column('integer', { nullable: true })
  turnDays: number | null;

  @Column('integer', { nullable: true })
  gapDays: number | null;

  @Column('integer', { nullable: true })
  mailDays: number | null;

  /** The periods that other features register, as far as they are set. */
  @Column('jsonb')
  otherDays: Readonly<Record<string, number | null>>;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** The member who last changed them. */
  @Column('uuid')
  updatedBy: string;

  /** When the rows of the workspace are checked next. */
  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;
}
