import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { LeasedRow } from '../common/jobs/leased-row';
import type { PauseReason, WebhookContent, WebhookFailure, WebhookOrdering, WebhookState } from './webhook.types';

const INSTANT = { type: 'timestamptz', precision: 3, nullable: true } as const;

/** An address that events of the workspace are sent to. A process that sends leases the row. */
@Entity('webhooks')
export class Webhook extends LeasedRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text')
  url: string;

  /** Types of events, `prefix.*` or `*`. */
  @Column('text', { array: true })
  events: string[];

  /** Null: all agents. Empty: the last one was purged, and the webhook is paused. */
  @Column('uuid', { array: true, nullable: true })
  agentIds: string[] | null;

  @Column('text')
  content: WebhookContent;

  @Column('text')
  ordering: WebhookOrdering;

  @Column('smallint')
  parallelism: number;

  @Column('text')
  state: WebhookState;

  @Column('text', { nullable: true })
  pauseReason: PauseReason | null;

  /** All matching events up to this position have been sent, or have a delivery. */
  @Column('bigint')
  cursorTransaction: string;

  @Column('bigint')
  cursorNumber: string;

  @Column({ type: 'timestamptz', precision: 3 })
  cursorAt: Date;

  /** Positions between which events were deleted before they were sent. */
  @Column('text', { nullable: true })
  missedFrom: string | null;

  @Column('text', { nullable: true })
  missedTo: string | null;

  @Column('integer')
  consecutiveFailures: number;

  @Column(INSTANT)
  failingSince: Date | null;

  /** Failed attempts since it is failing. */
  @Column('integer')
  probes: number;

  /** The receiver asked for no request before this time. */
  @Column(INSTANT)
  restingUntil: Date | null;

  /** How many requests it may have at once now. Grows to `parallelism`. */
  @Column('smallint')
  pace: number;

  /** Successes since the pace last changed. */
  @Column('smallint')
  paced: number;

  @Column(INSTANT)
  lastDeliveredAt: Date | null;

  @Column(INSTANT)
  lastFailedAt: Date | null;

  @Column('text', { nullable: true })
  lastFailureClass: WebhookFailure | null;

  @Column('smallint', { nullable: true })
  lastFailureStatus: number | null;

  /** When owners and admins were last mailed, by reason. */
  @Column('jsonb')
  mailed: Record<string, string>;

  /** The member who created it; null once they have left. */
  @Column('uuid', { nullable: true })
  createdBy: string | null;

  /** The admin who created or last updated it; null once they have left. */
  @Column('uuid', { nullable: true })
  keptBy: string | null;

  @Column('integer')
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
