import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type {
  NotificationChannel,
  NotificationEvent,
  NotificationReason,
  NotificationState,
} from './member-notification.types';

/** A notification of a member about one event through one channel. Contains nothing of the customer's text. */
@Entity('member_notifications')
export class MemberNotification {
  @PrimaryColumn('uuid')
  workspaceId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  event: NotificationEvent;

  /** Identifies the event among all events of its kind. */
  @Column('text')
  cause: string;

  @Column('text')
  channel: NotificationChannel;

  /** The member, or the agent if the notification goes to the agent's address. */
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

  /** Why it was dropped or failed. */
  @Column('text', { nullable: true })
  reason: NotificationReason | null;

  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;

  @Column('integer')
  attempts: number;

  /** Grows with each claim of a push. Only the newest claim may settle it. */
  @Column('bigint')
  fence: string;

  /** For a push: when the lease ends. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  /** For a push that is tried again: the devices to try. Null: all. */
  @Column('uuid', { array: true, nullable: true })
  deviceIds: string[] | null;

  /** The mail in the outbox that contains it. */
  @Column('uuid', { nullable: true })
  mailId: string | null;

  /** When it was passed on to the mail or the devices. Notifications that follow within minutes are gathered. */
  @Column({ name: 'told_at', type: 'timestamptz', precision: 3, nullable: true })
  notifiedAt: Date | null;

  /** For a push in progress: the previous `notifiedAt`, which is restored if no device accepts the push. */
  @Column({ name: 'told_before_at', type: 'timestamptz', precision: 3, nullable: true })
  previouslyNotifiedAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
