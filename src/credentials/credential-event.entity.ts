import { Column, Entity, PrimaryColumn } from 'typeorm';

export const EVENT_KINDS = ['issued', 'renamed', 'narrowed', 'rotated', 'revoked'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const ACTOR_KINDS = ['password', 'session', 'credential'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/**
 * Something that happened to a credential, and who authorized it. Both statements about it are written by hand; for TypeORM
 * it only says what the table is like, which a test compares.
 */
@Entity('account_credential_events')
export class CredentialEvent {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  credentialId: string;

  @Column('text')
  kind: EventKind;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  @Column('text')
  byKind: ActorKind;

  /** Null for the password alone. */
  @Column('uuid', { nullable: true })
  byId: string | null;
}
