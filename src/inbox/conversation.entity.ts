import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { ConversationChannel, ConversationHandler, ConversationStatus } from './conversation.types';

/** One exchange between a customer and an agent, later perhaps a person. Owned by the inbox; chat turns create it. */
@Entity('conversations')
export class Conversation {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  agentId: string;

  /** Who it is with; kept when the contact is removed. Null: nobody said. */
  @Column('uuid', { nullable: true })
  contactId: string | null;

  @Column('text')
  channel: ConversationChannel;

  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text')
  status: ConversationStatus;

  @Column('text')
  handler: ConversationHandler;

  /** When it was handed to people for the first time; null: the agent has kept it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handedOverAt: Date | null;

  /** Questions in a row that the agent's sources could not answer. */
  @Column('integer')
  consecutiveNoAnswers: number;

  @Column({ type: 'timestamptz', precision: 3 })
  lastMessageAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  closedAt: Date | null;

  @Column('bigint')
  version: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
