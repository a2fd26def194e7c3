import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountScope } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

export const ISSUERS = ['bootstrap', 'session', 'credential', 'rotation'] as const;
export type Issuer = (typeof ISSUERS)[number];

/** An account credential as it is stored. What it is worth at a moment also depends on its issuer session. */
@Entity('account_credentials')
export class AccountCredential {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  /** Bounds the credential: when the session ends, so does it. */
  @Column('uuid')
  issuerSessionId: string;

  /** The credential that issued this one and with which it dies; null where a person did. */
  @Column('uuid', { nullable: true })
  parentCredentialId: string | null;

  @Column('text')
  name: string;

  @Column('bytea', { select: false })
  secretHash: Buffer;

  @Column('text')
  secretPrefix: string;

  @Column('text')
  audience: Audience;

  @Column('text', { array: true })
  scopes: AccountScope[];

  @Column('text')
  issuedBy: Issuer;

  /** This and the next: the moment of the event that tells of it. */
  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  rotatedAt: Date | null;

  @Column('uuid', { nullable: true })
  replacesId: string | null;

  @Column('uuid', { nullable: true })
  replacedById: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;

  @Column('text', { nullable: true })
  revocationReason: string | null;
}
