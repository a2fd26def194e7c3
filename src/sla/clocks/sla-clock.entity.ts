import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { SlaMilestone, SlaStatus } from '../../support/support-request.types';

/** The time that people have for a milestone of a support request: what its events come to. */
@Entity('sla_clocks')
export class SlaClock {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  supportRequestId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  conversationId: string;

  @Column('uuid')
  agentId: string;

  @Column('bigint', { transformer: wholeNumber })
  episodeNumber: number;

  @Column('text')
  milestone: SlaMilestone;

  /** From 1 on: an episode may have several clocks of one milestone, one after the other. */
  @Column('integer')
  number: number;

  @Column('uuid')
  policyId: string;

  @Column('bigint', { transformer: wholeNumber })
  policyVersion: number;

  /** Working seconds. */
  @Column('integer')
  targetSeconds: number;

  /** As of the last change: while it runs, time alone makes it imminent and breaching. */
  @Column('text')
  status: SlaStatus;

  @Column({ type: 'timestamptz', precision: 3 })
  startedAt: Date;

  /** Null: it does not count. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  runningSince: Date | null;

  /** Working milliseconds before `runningSince`. */
  @Column('bigint', { transformer: wholeNumber })
  elapsedMs: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  warnAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  dueAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  satisfiedAt: Date | null;

  @Column('uuid', { nullable: true })
  satisfiedByMessageId: string | null;

  @Column('uuid', { nullable: true })
  satisfiedByMemberId: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  breachedAt: Date | null;

  /** Satisfied or cancelled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;

  /** When time alone makes it imminent or breaching; null: never. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lookAt: Date | null;

  /** The release of the time zone rules that it was worked out with. */
  @Column('text')
  zones: string;
}
