import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountScope } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

export const ISSUERS = ['bootstrap', 'session', 'credential', 'rotation'] as const;
export type Issuer = (typeof ISSUERS)[number];

/** An account credential as stored. Whether it is active also depends on its issuer session. */
@Entity('account_credentials')
export class AccountCredential {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  /** The credential ends when this session ends. */
  @Column('uuid')
  issuerSessionId: string;

  /** The credential that issued this one. This one ends when that one ends. Null if a user issued it. */
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

  /** This and the next: the time of the event in the history. */
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
