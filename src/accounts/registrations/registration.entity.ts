import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PreparedPassword } from '../identity/identity.port';

/** How long a registration, and each of its emails, can be answered, in hours. */
export const OPEN_HOURS = 24;

/**
 * The most open registrations of an address. An attempt compares this many passwords to find the caller's registration.
 */
export const MOST_OPEN = 5;

/**
 * The password and name of a request to register an address. They count once the owner of the mailbox confirms them.
 */
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

  /** Whether this registration created the account. Its password then opens sessions before the email is verified. */
  @Column('boolean')
  founding: boolean;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Until then, the registration is open: its email can be answered. */
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
