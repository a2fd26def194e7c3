import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { AuditActor, AuditChange, NewAuditEntry } from '../common/audit/audit.types';
import { wholeNumber } from '../common/database/whole-number';
import type { AuditedRecord } from '../common/request/audit-notes';

/** What was changed or refused, and by whom. Once it is sealed, only its address and client are ever emptied. */
@Entity('audit_entries')
export class AuditEntry {
  /** The nil UUID for what belongs to no workspace. */
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** From 1 in each workspace, without gaps. Null until it is sealed. */
  @Column('bigint', { nullable: true, transformer: wholeNumber })
  sequence: number | null;

  @Column('integer', { nullable: true })
  batchNumber: number | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  at: Date;

  @Column('text')
  operationId: string;

  @Column('text')
  surface: NewAuditEntry['surface'];

  @Column('text')
  outcome: NewAuditEntry['outcome'];

  @Column('text', { nullable: true })
  code: string | null;

  @Column('integer')
  count: number;

  @Column('text')
  actorKind: AuditActor['kind'];

  @Column('uuid', { nullable: true })
  byAccount: string | null;

  @Column('uuid', { nullable: true })
  memberId: string | null;

  @Column('text', { nullable: true })
  role: AuditActor['role'];

  @Column('uuid', { nullable: true })
  sessionId: string | null;

  @Column('uuid', { nullable: true })
  credentialId: string | null;

  /** The credential with its ancestors, oldest first. */
  @Column('uuid', { array: true, nullable: true })
  lineage: string[] | null;

  @Column('uuid', { nullable: true })
  keyId: string | null;

  @Column('uuid', { nullable: true })
  tokenId: string | null;

  @Column('text', { nullable: true })
  subjectType: string | null;

  @Column('uuid', { nullable: true })
  subjectId: string | null;

  @Column('jsonb')
  related: AuditedRecord[];

  @Column('jsonb')
  changes: AuditChange[];

  @Column('text', { nullable: true })
  requestId: string | null;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  client: string | null;

  /** Emptied together with the address and client, so that their hashes cannot be guessed afterwards. */
  @Column('bytea', { nullable: true })
  salt: Buffer | null;

  @Column('bytea', { nullable: true })
  addressHash: Buffer | null;

  @Column('bytea', { nullable: true })
  clientHash: Buffer | null;
}
