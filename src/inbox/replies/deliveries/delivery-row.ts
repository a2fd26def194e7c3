import { Column } from 'typeorm';
import type { DeliveryFailure } from '../../../common/mail/delivery.types';
import type { ReplyStatus } from '../../../conversations/conversation.types';
import type { ReplyBounce, ReplySettlement } from '../reply.types';

/** The columns of a message on its way to one person. */
export abstract class DeliveryRow {
  @Column('text')
  status: ReplyStatus;

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

  /** The Message-ID that the mail server gave it in place of the service's. */
  @Column('text', { nullable: true })
  serverMessageId: string | null;

  /** When an incoming mail proved that the person received it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deliveredAt: Date | null;

  @Column('jsonb', { nullable: true })
  bounce: ReplyBounce | null;

  /** Of the last time that it was uncertain, maybe in an earlier attempt; null while it is uncertain. */
  @Column('jsonb', { nullable: true })
  settledBy: ReplySettlement | null;
}
