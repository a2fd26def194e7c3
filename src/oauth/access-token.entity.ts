import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope } from '../common/operations/access';
import type { Audience } from '../common/request/audience';

/** What a workspace key was exchanged for. Worth something only together with its key, as that is at the moment. */
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
