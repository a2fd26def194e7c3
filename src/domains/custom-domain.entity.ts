import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DomainStatus, ObservedCertificate } from './custom-domain.types';

/** A customer's own host name, under which an agent's chat page answers. */
@Entity('custom_domains')
export class CustomDomain {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  agentId: string;

  /** Normalized: lower case, A-labels. Unique among the domains that have not failed. */
  @Column('text')
  domain: string;

  @Column('text')
  status: DomainStatus;

  /** The expected value of the TXT record. Not a secret: DNS shows it to all. */
  @Column('text')
  ownershipToken: string;

  @Column('boolean')
  ownershipOk: boolean;

  @Column('jsonb')
  ownershipObserved: string[];

  @Column('boolean')
  routingOk: boolean;

  @Column('jsonb')
  routingObserved: string[];

  /** Null before the first check. */
  @Column('jsonb', { nullable: true })
  certificate: ObservedCertificate | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastCheckedAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** When the wait for the records started. */
  @Column({ type: 'timestamptz', precision: 3 })
  waitingSince: Date;

  /** When a record that was there was first missing. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lostSince: Date | null;

  /** Consecutive checks that did not find all records. */
  @Column('integer')
  unsettledChecks: number;

  /** When a user last requested a check. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  verifyAskedAt: Date | null;

  /** When the next automatic check is due. Null if none is. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  /** Until when a process holds the check. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
