import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AfterClose, Density, NotificationChannel, SendWith, Sound, Theme } from './preferences.types';

/** The working and notification preferences of an account. An account that never saved its preferences has no row. */
@Entity('account_preferences')
export class AccountPreferences {
  @PrimaryColumn('uuid')
  accountId: string;

  /** A BCP 47 language tag. */
  @Column('text')
  locale: string;

  /** An IANA time zone name. The quiet hours are in this time zone. */
  @Column('text')
  timezone: string;

  @Column('text')
  theme: Theme;

  /** Seconds, 0 to 60. */
  @Column('integer')
  undoSendSeconds: number;

  /** At most 2000 characters. */
  @Column('text', { nullable: true })
  signature: string | null;

  /** The channels that notify the account of each event. An empty list means no notification. */
  @Column('text', { array: true })
  newConversation: NotificationChannel[];

  @Column('text', { array: true })
  assigned: NotificationChannel[];

  @Column('text', { array: true })
  customerReply: NotificationChannel[];

  @Column('text', { array: true })
  slaWarning: NotificationChannel[];

  @Column('text', { array: true })
  slaBreach: NotificationChannel[];

  /** `HH:mm`. Both ends are set or neither is. They always differ: equal ends could mean no time or the whole day. */
  @Column('text', { nullable: true })
  quietHoursStart: string | null;

  /** Ends on the next day if it is earlier than the start. */
  @Column('text', { nullable: true })
  quietHoursEnd: string | null;

  /** This and the following columns are for the console. */
  @Column('text')
  sendWith: SendWith;

  @Column('text')
  afterClose: AfterClose;

  @Column('text')
  density: Density;

  @Column('boolean')
  shortcuts: boolean;

  @Column('boolean')
  assignOnReply: boolean;

  @Column('text')
  sound: Sound;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

/** The preferences that apply to an account. `updatedAt` is null if the account never saved any. */
export type Preferences = Omit<AccountPreferences, 'accountId' | 'updatedAt'> & { updatedAt: Date | null };
