import { Column, Entity, PrimaryColumn } from 'typeorm';

export const EVENT_KINDS = ['issued', 'renamed', 'narrowed', 'rotated', 'revoked'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const ACTOR_KINDS = ['password', 'session', 'credential'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/**
 * A change of a credential, and who authorized it. Both statements on this table are written by hand. For TypeORM, the
 * entity only describes the columns, and a test compares them.
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

  /** Null if the password alone authorized it. */
  @Column('uuid', { nullable: true })
  byId: string | null;
}
