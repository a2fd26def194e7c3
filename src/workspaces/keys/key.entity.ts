import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { KeyScope } from '../../common/operations/access';

/** A workspace key. It uses the agents of one workspace, and is an OAuth client. */
@Entity('workspace_keys')
export class WorkspaceKey {
  /** The OAuth client id. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspaceId: string;

  @Column('text')
  name: string;

  /** The most that the key and its tokens may do, in canonical order. Scopes can be removed, never added. */
  @Column('text', { array: true })
  scopes: KeyScope[];

  @Column('bytea', { select: false })
  secretHash: Buffer;

  @Column('text')
  secretPrefix: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;
}
