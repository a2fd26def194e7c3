import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryState, WebhookFailure } from '../webhook.types';

/** One request, as it is kept in a delivery. */
export interface StoredAttempt {
  number: number;
  at: string;
  durationMs: number;
  status: number | null;
  failureClass: WebhookFailure | null;
  responseExcerpt: string | null;
}

const INSTANT = { type: 'timestamptz', precision: 3, nullable: true } as const;

/** An event that was sent to a webhook, or that waits for it. It has ids only: the body is made of the event. */
@Entity('webhook_deliveries')
export class WebhookDelivery {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  webhookId: string;

  @Column('uuid')
  eventId: string;

  @Column('bigint')
  transactionNumber: string;

  @Column('bigint')
  eventNumber: string;

  @Column({ type: 'timestamptz', precision: 3 })
  positionedAt: Date;

  @Column('text')
  type: string;

  @Column('uuid', { nullable: true })
  agentId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('uuid', { nullable: true })
  contactId: string | null;

  /** The id of the conversation, or else of the record. */
  @Column('text')
  subject: string;

  /** Later events of its subject wait for it. */
  @Column('boolean')
  holds: boolean;

  @Column('text')
  state: DeliveryState;

  @Column('uuid', { nullable: true })
  replayId: string | null;

  @Column('integer')
  attemptCount: number;

  @Column(INSTANT)
  firstAttemptAt: Date | null;

  @Column(INSTANT)
  lastAttemptAt: Date | null;

  @Column(INSTANT)
  nextAttemptAt: Date | null;

  @Column('smallint', { nullable: true })
  status: number | null;

  @Column('text', { nullable: true })
  failureClass: WebhookFailure | null;

  /** The latest ones, oldest first. */
  @Column('jsonb')
  attempts: StoredAttempt[];

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column(INSTANT)
  finishedAt: Date | null;
}
