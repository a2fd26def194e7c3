import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { ConversationChannel, MessageRole } from './conversation.types';

/** One thing that was said in a conversation; ids are in the order of saying. */
@Entity('messages')
export class Message {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The chat turn that it belongs to; null for what people write in the inbox. */
  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('text')
  role: MessageRole;

  @Column('text')
  channel: ConversationChannel;

  @Column('text')
  content: string;

  /** The member who wrote it; null for what no member did. */
  @Column('uuid', { nullable: true })
  authorMemberId: string | null;

  /** When the customer could see it. Null: a reply that has not left; neither customers nor models see it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sentAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
