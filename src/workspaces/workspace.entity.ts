import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A workspace. Its data is never visible in another one. */
@Entity('workspaces')
export class Workspace {
  @PrimaryColumn('uuid')
  id: string;

  /** The account that its name and plan limit count for: the creator, or the owner who took over from them. */
  @Column('uuid')
  ownerAccountId: string;

  @Column('text')
  name: string;

  /** Unique among the owner's workspaces. */
  @Column('text')
  nameKey: string;

  @Column('text', { default: 'free' })
  planId: string;

  @Column('text', { default: 'UTC' })
  timezone: string;

  /** ISO 3166-1 alpha-2. The country of phone numbers in imported files that have no country code. */
  @Column('text', { nullable: true })
  defaultCountry: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
