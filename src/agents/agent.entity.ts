import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import type { LearningConfig, NotifyConfig, VoiceConfig, WidgetConfig } from './agent-config.types';
import type { AgentStatus } from './agent-status';

/** A chat agent. Read whole for writing and for a chat turn; answers are made by PostgreSQL, in agents.sql.ts. */
@Entity('agents')
export class Agent {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  systemPrompt: string;

  @Column('text')
  status: AgentStatus;

  @Column('boolean', { default: false })
  inTransfer: boolean;

  @Column('text')
  model: string;

  @Column('double precision')
  temperature: number;

  /** 0: unlimited. */
  @Column('bigint', { transformer: wholeNumber })
  rateLimitPerMinute: number;

  @Column('jsonb')
  allowedDomains: string[];

  @Column('jsonb')
  widgetConfig: WidgetConfig;

  @Column('jsonb')
  notifyConfig: NotifyConfig;

  @Column('jsonb')
  voiceConfig: VoiceConfig;

  @Column('jsonb')
  learningConfig: LearningConfig;

  @Column('text', { nullable: true })
  escalationTeamId: string | null;

  @Column('text', { nullable: true })
  supportEmail: string | null;

  @Column('text', { nullable: true })
  website: string | null;

  @Column('text', { nullable: true })
  logoUrl: string | null;

  @Column('text', { nullable: true })
  emailFromName: string | null;

  @Column('boolean', { default: false })
  chatPageEnabled: boolean;

  @Column('boolean', { default: false })
  indexable: boolean;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  chatPageBlockedAt: Date | null;

  /** When the agent and all that belongs to it will be purged; null: not scheduled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletionScheduledAt: Date | null;

  /** Id of the member who asked for it. */
  @Column('text', { nullable: true })
  deletionRequestedBy: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Whether it takes chat turns; otherwise they are refused with `agent_inactive`. */
  get answers(): boolean {
    return this.status === 'active' && this.deletionScheduledAt === null;
  }
}
