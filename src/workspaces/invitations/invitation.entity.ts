import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '../../common/operations/access';

/** An offer of membership, sent to an email address. Open until accepted, revoked, replaced or expired. */
@Entity('invitations')
export class Invitation {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspaceId: string;

  /** Normalized; see common/mail. */
  @Column('text')
  email: string;

  @Column('text')
  role: Role;

  @Column('uuid', { array: true, nullable: true })
  restrictedAgentIds: string[] | null;

  @Column('bytea', { select: false })
  tokenHash: Buffer;

  @Column('uuid')
  invitedByAccountId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  acceptedAt: Date | null;

  /** Also set when a newer invitation replaced this one. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;
}
