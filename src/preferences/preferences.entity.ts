import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationChannel, Theme } from './preferences.types';

/** How somebody wants to work and to be notified. An account that never saved its preferences has no row. */
@Entity('account_preferences')
export class AccountPreferences {
  @PrimaryColumn('uuid')
  accountId: string;

  /** BCP 47 */
  @Column('text')
  locale: string;

  /** IANA; the quiet hours are in it. */
  @Column('text')
  timezone: string;

  @Column('text')
  theme: Theme;

  /** 0 to 60. */
  @Column('integer')
  undoSendSeconds: number;

  /** At most 2000 characters. */
  @Column('text', { nullable: true })
  signature: string | null;

  /** How to tell somebody of each event; not at all where the list is empty. */
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

  /** `HH:mm`; both or none, and never the same, which could mean no time or the whole day. */
  @Column('text', { nullable: true })
  quietHoursStart: string | null;

  /** Past midnight where it is earlier than the start. */
  @Column('text', { nullable: true })
  quietHoursEnd: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}

/** What holds for an account, whether it ever saved its preferences or not: then `updatedAt` is null. */
export type Preferences = Omit<AccountPreferences, 'accountId' | 'updatedAt'> & { updatedAt: Date | null };
