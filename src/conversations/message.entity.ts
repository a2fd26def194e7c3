import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { CitationDto } from '../models/citation.dto';
import type { AnswerOutcome, ConversationChannel, MessageRole, MessageSender } from './conversation.types';

/** A message of a conversation. Ids are in the order of writing. */
@Entity('messages')
export class Message {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The chat turn that it belongs to; null for mail, and for replies of members. */
  @Column('uuid', { nullable: true })
  turnId: string | null;

  @Column('text')
  role: MessageRole;

  @Column('text')
  channel: ConversationChannel;

  @Column('text')
  content: string;

  /** The member who wrote it; null: no member did. */
  @Column('uuid', { nullable: true })
  authorMemberId: string | null;

  /** The sender of a mail; null for messages that are no mail. */
  @Column('jsonb', { nullable: true })
  sender: MessageSender | null;

  /** The member who forwarded it for its sender; null: it came from its sender. */
  @Column('uuid', { nullable: true })
  forwardedByMemberId: string | null;

  /** Sent by a program: a vacation notice, a report of a mail server, a newsletter. */
  @Column('boolean')
  automatic: boolean;

  /** Its sender was blocked: it is stored, and has no further effect. */
  @Column('boolean')
  fromBlocked: boolean;

  /** Where quoted text begins in `content`, in UTF-16 code units; null: there is none. */
  @Column('integer', { nullable: true })
  quotedFrom: number | null;

  /** The date that its sender gives. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  writtenAt: Date | null;

  /** Since when the customer can see it. Null: a reply that was not sent; neither customers nor models see it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sentAt: Date | null;

  /** What an answer of the agent rests on; null for any other message. */
  @Column('jsonb', { nullable: true })
  citations: CitationDto[] | null;

  /** Of an answer of the agent. */
  @Column('text', { nullable: true })
  outcome: AnswerOutcome | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
