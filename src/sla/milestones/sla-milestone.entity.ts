import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { SlaMilestone } from '../../support/support-request.types';
import type { MilestoneOutcome, NotSatisfiedReason, SlaReplyType } from '../sla.types';

/** A message that was to satisfy a milestone, and whether it did. */
@Entity('sla_milestones')
export class MilestoneRecord {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  supportRequestId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('bigint', { transformer: wholeNumber })
  episodeNumber: number;

  @Column('text')
  milestone: SlaMilestone;

  @Column('uuid')
  messageId: string;

  @Column('text')
  outcome: MilestoneOutcome;

  @Column('text')
  replyType: SlaReplyType;

  @Column({ type: 'timestamptz', precision: 3 })
  observedAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  recordedAt: Date;

  @Column('boolean')
  satisfied: boolean;

  @Column('text', { nullable: true })
  notSatisfiedReason: NotSatisfiedReason | null;

  /** The member who observed the outcome; null: the service itself, even if a member corrected the reply type. */
  @Column('uuid', { nullable: true })
  actorMemberId: string | null;
}
