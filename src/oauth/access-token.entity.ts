import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

/** Seconds that a token is good for. */
export const LIFETIME_SECONDS = 3600;

/**
 * What a workspace key was exchanged for. Worth something only together with its key, as that is at the moment. All
 * statements about it are written by hand; for TypeORM it only says what the table is like, which a test compares.
 */
@Entity('access_tokens')
export class AccessToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspaceId: string;

  @Column('uuid')
  keyId: string;

  @Column('text')
  audience: Audience;

  /** What was granted, in canonical order; the key may have lost some of it since. */
  @Column('text', { array: true })
  scopes: KeyScope[];

  @Column('bytea', { select: false })
  secretHash: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
