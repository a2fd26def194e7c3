import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type {
  NotificationChannel,
  NotificationEvent,
  NotificationReason,
  NotificationState,
} from './member-notification.types';

/** That somebody is told of something in one way. It says what, and nothing of what the customer wrote. */
@Entity('member_notifications')
export class MemberNotification {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  event: NotificationEvent;

  /** What it was, among all of its kind. */
  @Column('text')
  cause: string;

  @Column('text')
  channel: NotificationChannel;

  /** The member, or the agent whose own address it goes to. */
  @Column('uuid')
  recipientId: string;

  /** Null: it goes to the agent's address. */
  @Column('uuid', { nullable: true })
  memberId: string | null;

  @Column('uuid')
  agentId: string;

  @Column('uuid')
  conversationId: string;

  @Column('uuid', { nullable: true })
  messageId: string | null;

  @Column('uuid', { nullable: true })
  supportRequestId: string | null;

  @Column('uuid', { nullable: true })
  clockId: string | null;

  @Column('text', { nullable: true })
  milestone: string | null;

  @Column('text')
  state: NotificationState;

  /** Why it was dropped or has failed. */
  @Column('text', { nullable: true })
  reason: NotificationReason | null;

  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;

  @Column('integer')
  attempts: number;

  /** Grows with every claim of a push: only the newest may settle it. */
  @Column('bigint')
  fence: string;

  /** Of a push. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  /** Of a push that is to be tried again: for these devices. */
  @Column('uuid', { array: true, nullable: true })
  deviceIds: string[] | null;

  /** The mail in the outbox that tells of it. */
  @Column('uuid', { nullable: true })
  mailId: string | null;

  /** When it was decided to tell of it; what follows within minutes is gathered. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  toldAt: Date | null;

  /** Of a push that is being sent: what `toldAt` was, and is again if no device takes it this time. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  toldBeforeAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
