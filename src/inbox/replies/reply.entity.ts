import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { ConversationChannel, ReplyType } from '../../conversations/conversation.types';
import { DeliveryRow } from './deliveries/delivery-row';
import type { ReplyEnvelope } from './reply-mail.port';
import type { ReplyClosing } from './reply.types';

/**
 * The state of a message that a member has written, which is that of the delivery to its first recipient. The message itself has the
 * text.
 */
@Entity('replies')
export class Reply extends DeliveryRow {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  messageId: string;

  @Column('uuid')
  agentId: string;

  @Column('text')
  channel: ConversationChannel;

  @Column('text')
  type: ReplyType;

  /** Goes up with every change. */
  @Column('bigint', { transformer: wholeNumber })
  version: number;

  /** Number of edits, and of the current revision. */
  @Column('integer')
  revisionCount: number;

  /** It can be undone before this time, and is sent after it. */
  @Column({ type: 'timestamptz', precision: 3 })
  dispatchAfterAt: Date;

  /** It is queued and held until its files are scanned, and fails at this time; null: it waits for no file. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  awaitsFilesUntil: Date | null;

  /** As it was when the reply was written; null on the widget channel. */
  @Column('jsonb', { nullable: true })
  envelope: ReplyEnvelope | null;

  /** Until it is sent, undone, failed or uncertain. Null: it closes nothing. */
  @Column('jsonb', { nullable: true })
  closeWhenSent: ReplyClosing | null;
}

/** One version of the text of a reply. Never changes. */
@Entity('reply_revisions')
export class ReplyRevision {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  conversationId: string;

  @PrimaryColumn('uuid')
  messageId: string;

  /** 0: the original text. */
  @PrimaryColumn('integer')
  revision: number;

  @Column('text')
  content: string;

  @Column('uuid')
  authorMemberId: string;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
