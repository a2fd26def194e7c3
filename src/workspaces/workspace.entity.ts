import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A tenant. What belongs to one is never seen by another. */
@Entity('workspaces')
export class Workspace {
  @PrimaryColumn('uuid')
  id: string;

  /** Whose name and plan limit it counts for: the creator, or who took over when the creator ceased to be an owner. */
  @Column('uuid')
  ownerAccountId: string;

  @Column('text')
  name: string;

  /** Unique for the owner. */
  @Column('text')
  nameKey: string;

  @Column('text', { default: 'free' })
  planId: string;

  @Column('text', { default: 'UTC' })
  timezone: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
