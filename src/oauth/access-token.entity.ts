import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

/** The lifetime of a token, in seconds. */
export const LIFETIME_SECONDS = 3600;

/**
 * An access token for a workspace key. It is valid only together with the current state of the key. All statements on
 * this table are written by hand. For TypeORM, the entity only describes the columns, and a test compares them.
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

  /** The granted scopes, in canonical order. The key may have lost some of them since. */
  @Column('text', { array: true })
  scopes: KeyScope[];

  @Column('bytea', { select: false })
  secretHash: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
