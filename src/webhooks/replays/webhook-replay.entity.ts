import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReplayState } from '../webhook.types';

/** Events of the past that a webhook sends again. */
@Entity('webhook_replays')
export class WebhookReplay {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  webhookId: string;

  @Column('text')
  state: ReplayState;

  /** Exclusive. */
  @Column('text')
  fromPosition: string;

  /** Inclusive. */
  @Column('text')
  toPosition: string;

  /** How far it is. */
  @Column('text')
  position: string;

  /** Null: those of the webhook. */
  @Column('text', { array: true, nullable: true })
  types: string[] | null;

  /** All of its events were reached; some may still be retried. */
  @Column('boolean')
  hasReadAll: boolean;

  @Column('integer')
  sent: number;

  @Column('integer')
  failed: number;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;
}
