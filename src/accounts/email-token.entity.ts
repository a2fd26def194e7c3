import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { OPEN_HOURS } from './registrations/registration.entity';

export type EmailPurpose = 'verification' | 'password_reset';

/** How long an email can be answered, in hours. */
export const LIFETIME_HOURS = { verification: OPEN_HOURS, password_reset: 1 } as const satisfies Record<
  EmailPurpose,
  number
>;

/** The token of an email, stored only as a hash. The reader of the email uses it once. */
@Entity('email_tokens')
export class EmailToken {
  @PrimaryColumn('bytea')
  tokenHash: Buffer;

  @Column('uuid')
  accountId: string;

  @Column('text')
  purpose: EmailPurpose;

  /** The registration that the email belongs to. If null, its reader chooses a new password and name. */
  @Column('uuid', { nullable: true })
  registrationId: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  usedAt: Date | null;
}
