import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { CopilotAction } from './copilot.types';

/** What was written for a member about a conversation, kept for 30 days; or a request for it, claimed until its lease ends. */
@Entity('copilot_suggestions')
export class CopilotSuggestion {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  conversationId: string;

  /** Who asked for it. */
  @Column('uuid')
  memberId: string;

  @Column('text')
  action: CopilotAction;

  @Column('text', { nullable: true })
  requestId: string | null;

  @Column('bytea', { nullable: true })
  fingerprint: Buffer | null;

  /** Grows with every process that takes the request over; only the newest may complete it. */
  @Column('bigint')
  fence: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  /** The bytes that were answered; null while the request is in progress. */
  @Column('text', { nullable: true })
  response: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
