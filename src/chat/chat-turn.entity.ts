import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export const OUTCOMES = ['answered', 'no_answer', 'handed_off', 'human_active'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One message of a customer and what became of it. Running: claimed by a process until its lease ends. */
@Entity('chat_turns')
export class ChatTurn {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  agentId: string;

  @Column('uuid', { name: 'key_id' })
  callerId: string;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('text', { nullable: true })
  requestId: string | null;

  @Column('bytea', { nullable: true })
  fingerprint: Buffer | null;

  @Column('text')
  state: 'running' | 'completed';

  /** Grows with every process that takes the turn over; only the newest may complete it. */
  @Column('bigint')
  fence: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  @Column('text', { nullable: true })
  outcome: Outcome | null;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('integer', { nullable: true })
  inputTokens: number | null;

  @Column('integer', { nullable: true })
  outputTokens: number | null;

  /** The bytes that were answered, for retries. */
  @Column('text', { nullable: true })
  response: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
