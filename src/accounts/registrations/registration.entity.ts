import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PreparedPassword } from '../identity/identity.port';

/** How long a registration and each of its mails can be answered, in hours. */
export const OPEN_HOURS = 24;

/** Open registrations of one address at most: so many passwords are compared to find somebody's own. */
export const MOST_OPEN = 5;

/** What somebody typed to register an address; it counts once the mailbox's owner proves that it was them. */
@Entity('registrations')
export class Registration {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column('text')
  passwordHash: PreparedPassword;

  @Column('text')
  name: string;

  /** Made the account: its password opens the sessions that there are before the email is verified. */
  @Column('boolean')
  founding: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Until then it is open: its mail can be answered. */
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
