import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DomainStatus, ObservedCertificate } from './custom-domain.types';

/** A host name of a customer's own under which an agent's chat page answers. */
@Entity('custom_domains')
export class CustomDomain {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  agentId: string;

  /** As DNS has it: lower case, A-labels. Unique among those that have not failed. */
  @Column('text')
  domain: string;

  @Column('text')
  status: DomainStatus;

  /** What the TXT record says. No secret: DNS tells it to everybody. */
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

  /** Null: not looked at yet. */
  @Column('jsonb', { nullable: true })
  certificate: ObservedCertificate | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastCheckedAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** Since when the records are waited for. */
  @Column({ type: 'timestamptz', precision: 3 })
  waitingSince: Date;

  /** Since when a record that was there is missing. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lostSince: Date | null;

  /** Checks in a row after which the records were not all there. */
  @Column('integer')
  unsettledChecks: number;

  /** When somebody asked for a check last. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  verifyAskedAt: Date | null;

  /** When it is checked next; null: not by itself. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  /** Until when a process is checking it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
