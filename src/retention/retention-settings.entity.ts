import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RetentionDays } from './retention.types';

/** How long a workspace keeps what was said. */
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

  /** Of features from outside, as far as they are set. */
  @Column('jsonb')
  otherDays: Readonly<Record<string, number | null>>;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** The member who changed them last. */
  @Column('uuid')
  updatedBy: string;

  /** When somebody looks again whether something is too old. */
  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;
}
