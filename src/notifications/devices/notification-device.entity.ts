import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FailureClass } from './notification-device.types';

/** A browser that a member wants to be notified in. Its status follows from what is known of it: `device-health.ts`. */
@Entity('notification_devices')
export class NotificationDevice {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  /** In which it was registered last; null: that ended long ago by itself. */
  @Column('uuid', { nullable: true })
  sessionId: string | null;

  /** 1 to 100 characters. */
  @Column('text')
  label: string;

  /** A keyed fingerprint: of two registrations with one endpoint, one is left. */
  @Column('bytea')
  endpointHash: Buffer;

  /** A PushSubscription. Whoever has it can reach the device, so it is not in the clear. */
  @Column('bytea')
  subscriptionSealed: Buffer;

  @Column('boolean')
  paused: boolean;

  /** Of the last attempt; null where that was taken. */
  @Column('text', { nullable: true })
  failureClass: FailureClass | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince: Date | null;

  /** In a row. */
  @Column('integer')
  failures: number;

  /** Before this, the push service wants to hear nothing for it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retryAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiredAt: Date | null;

  /** When it was registered last, which its page does on each visit. */
  @Column({ type: 'timestamptz', precision: 3 })
  lastActiveAt: Date;

  /** When a message was taken last; whether it arrived, nobody tells. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastSuccessAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}

/** With what the session says that it was registered in. */
export type KnownDevice = NotificationDevice & { revoked: boolean };
