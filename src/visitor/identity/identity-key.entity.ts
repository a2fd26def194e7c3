import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** What a customer's server signs with who a visitor is. */
@Entity('visitor_identity_keys')
export class IdentityKey {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  agentId: string;

  /** The `kid` of tokens. */
  @PrimaryColumn('uuid')
  id: string;

  /** Sealed: a signature is checked with the secret itself. */
  @Column('bytea', { select: false })
  secret: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;
}
