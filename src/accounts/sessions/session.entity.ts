import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A user's time signed in, or, without a secret, the server-side issuer session of a credential. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column('bytea', { nullable: true, select: false })
  secretHash: Buffer | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  lastSeenAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;
}
