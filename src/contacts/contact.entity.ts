import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A scalar value of a contact's attribute. */
export type ContactAttribute = string | number | boolean;

/** A person that a workspace talks to. */
@Entity('contacts')
export class Contact {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** Order of creation across all workspaces, and the order of lists. Assigned by the database. */
  @Column({ type: 'bigint', insert: false, update: false })
  seq: string;

  /** The agents whose members see the contact. Empty: shared with the whole workspace. */
  @Column('uuid', { array: true })
  agentIds: string[];

  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text', { nullable: true })
  name: string | null;

  /** Lower case. */
  @Column('text', { nullable: true })
  email: string | null;

  /** E.164. */
  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  company: string | null;

  @Column('text', { nullable: true })
  locale: string | null;

  @Column('text', { nullable: true })
  timezone: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  @Column('jsonb')
  attributes: Record<string, ContactAttribute>;

  @Column('boolean')
  blocked: boolean;

  /** The text that searches match; see `searchText`. */
  @Column('text')
  searchText: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastSeenAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
