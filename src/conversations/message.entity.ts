import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { ConversationChannel, MessageRole, MessageSender } from './conversation.types';

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

  /** Who sent it by mail; null for what came another way. */
  @Column('jsonb', { nullable: true })
  sender: MessageSender | null;

  /** Sent by a program: vacation notices, reports of mail servers, newsletters. */
  @Column('boolean')
  automatic: boolean;

  /** Written by somebody who was blocked: it is kept, and starts nothing. */
  @Column('boolean')
  fromBlocked: boolean;

  /** Where what it quotes begins, in UTF-16 code units as in JavaScript; null where it quotes nothing. */
  @Column('integer', { nullable: true })
  quotedFrom: number | null;

  /** When it was written, as its sender says. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  writtenAt: Date | null;

  /** When the customer could see it. Null: a reply that has not left; neither customers nor models see it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sentAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
