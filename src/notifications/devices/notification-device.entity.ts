import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FailureClass } from './notification-device.types';

/** A browser in which a member wants to be notified. `device-health.ts` derives its status. */
@Entity('notification_devices')
export class NotificationDevice {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  /** The session in which it was registered last. Null: that session has expired. */
  @Column('uuid', { nullable: true })
  sessionId: string | null;

  /** 1 to 100 characters. */
  @Column('text')
  label: string;

  /** A keyed fingerprint of the endpoint. Only one registration of an endpoint is kept. */
  @Column('bytea')
  endpointHash: Buffer;

  /** A PushSubscription, sealed: anyone who can read it could send messages to the device. */
  @Column('bytea')
  subscriptionSealed: Buffer;

  @Column('boolean')
  paused: boolean;

  /** Reason for the failure of the last attempt. Null if it succeeded. */
  @Column('text', { nullable: true })
  failureClass: FailureClass | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince: Date | null;

  /** Number of failures in a row. */
  @Column('integer')
  failures: number;

  /** The push service wants no messages for the device before this time. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retryAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiredAt: Date | null;

  /** When it was registered last. The devices page registers it again on each visit. */
  @Column({ type: 'timestamptz', precision: 3 })
  lastActiveAt: Date;

  /** When the push service last accepted a message. Push services do not report whether it arrived. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastSuccessAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}

/** With the state of the session in which it was registered. */
export type KnownDevice = NotificationDevice & { revoked: boolean };
