import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { MessageRole } from './conversation.types';

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
  content: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
