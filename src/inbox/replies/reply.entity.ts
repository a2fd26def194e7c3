import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { DeliveryFailure } from '../../common/mail/delivery.types';
import type { ConversationChannel, ReplyStatus, ReplyType } from '../../conversations/conversation.types';
import type { ReplyEnvelope } from './reply-mail.port';
import type { ReplyBounce, ReplyClosing, ReplySettlement } from './reply.types';

/** The state of a message that a member has written; the message itself has the text. */
@Entity('replies')
export class Reply {
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

  @Column('text')
  status: ReplyStatus;

  /** Goes up with every change. */
  @Column('bigint', { transformer: wholeNumber })
  version: number;

  /** Number of edits, and of the current revision. */
  @Column('integer')
  revisionCount: number;

  /** It can be undone before this time, and is sent after it. */
  @Column({ type: 'timestamptz', precision: 3 })
  dispatchAfterAt: Date;

  /** Null: it was not sent, or it is uncertain. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sentAt: Date | null;

  /** Since a member last wrote or retried it. */
  @Column('integer')
  attempts: number;

  /** Goes up with every claim: only the newest may hand the message over. */
  @Column('bigint')
  fence: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  /** Committed before the first byte leaves: from then on the mail server may have the message. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handingOverAt: Date | null;

  /** Of the last attempt. */
  @Column('jsonb', { nullable: true })
  failure: DeliveryFailure | null;

  /** As it was when the reply was written; null on the widget channel. */
  @Column('jsonb', { nullable: true })
  envelope: ReplyEnvelope | null;

  /** The Message-ID that the mail server gave it in place of the service's. */
  @Column('text', { nullable: true })
  serverMessageId: string | null;

  /** When an incoming mail proved that the customer received it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deliveredAt: Date | null;

  @Column('jsonb', { nullable: true })
  bounce: ReplyBounce | null;

  /** Of the last time that it was uncertain, maybe in an earlier attempt; null while it is uncertain. */
  @Column('jsonb', { nullable: true })
  settledBy: ReplySettlement | null;

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
