import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import type { ConversationChannel } from '../../conversations/conversation.types';
import type { DeliveryFailure, ReplyEnvelope } from './reply-mail.types';
import type { ReplyBounce, ReplySettlement, ReplyStatus, ReplyType } from './reply.types';

/** What becomes of a message that a member has written; the message itself has the text. */
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

  /** Rises with every change. */
  @Column('bigint', { transformer: wholeNumber })
  version: number;

  /** How often it was edited, which is also the number of the revision that counts. */
  @Column('integer')
  revisionCount: number;

  /** Until then it can be undone, from then on it is sent. */
  @Column({ type: 'timestamptz', precision: 3 })
  dispatchAfterAt: Date;

  /** Null: it has not left, or nobody knows. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sentAt: Date | null;

  /** Since a member last had it sent. */
  @Column('integer')
  attempts: number;

  /** Grows with every claim: only the newest may hand the message over. */
  @Column('bigint')
  fence: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  /** Committed before the first byte leaves: from here on the mail server may have the message. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handingOverAt: Date | null;

  /** Of the last attempt. */
  @Column('jsonb', { nullable: true })
  failure: DeliveryFailure | null;

  /** As it was when the reply was written; null on the widget channel. */
  @Column('jsonb', { nullable: true })
  envelope: ReplyEnvelope | null;

  /** The Message-ID that the mail server gave it in place of ours. */
  @Column('text', { nullable: true })
  serverMessageId: string | null;

  /** When an incoming mail proved that it was received. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deliveredAt: Date | null;

  @Column('jsonb', { nullable: true })
  bounce: ReplyBounce | null;

  /** Of the last time that it was uncertain, perhaps an earlier attempt; null while it is. */
  @Column('jsonb', { nullable: true })
  settledBy: ReplySettlement | null;
}
