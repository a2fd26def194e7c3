import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A session that has been written in, or has ended. What else there is of it stands in its token, sealed. */
@Entity('visitor_sessions')
export class VisitorSession {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  agentId: string;

  /** Of the one token that is good: another one has taken its place where this is another's. */
  @Column('bytea', { select: false })
  secretHash: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  lastUsedAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;
}
