import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../common/database/whole-number';
import type { ConversationChannel, ConversationHandler, ConversationStatus } from './conversation.types';

/** All messages between one customer and an agent, and the people who take over from it. */
@Entity('conversations')
export class Conversation {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  agentId: string;

  /** The customer. Stays when the contact is removed. Null: unknown. */
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

  /** The member who takes care of it; null: none, or one who has left. */
  @Column('uuid', { nullable: true })
  assigneeMemberId: string | null;

  /** Support requests without a disposition; it cannot be closed while there are any. */
  @Column('integer')
  liveSupportRequestCount: number;

  /** The closed conversation that it continues. */
  @Column('uuid', { nullable: true })
  previousConversationId: string | null;

  /** The conversation that this one is about, with others than its customer. Null: this one is with a customer. */
  @Column('uuid', { nullable: true })
  parentConversationId: string | null;

  /** Questions in a row that the agent's sources could not answer. */
  @Column('integer')
  consecutiveNoAnswers: number;

  @Column({ type: 'timestamptz', precision: 3 })
  lastMessageAt: Date;

  /** While it is open and with people: since when it has needed an answer. Of no meaning otherwise. */
  @Column({ type: 'timestamptz', precision: 3 })
  unansweredSince: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  closedAt: Date | null;

  /** Goes up with every change. */
  @Column('bigint', { transformer: wholeNumber })
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
