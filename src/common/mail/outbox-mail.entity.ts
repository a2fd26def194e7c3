import { NO_WORKSPACE } from '../jobs/turns';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An email that waits or is being sent, or the remaining record of one without its content. */
@Entity('mail_outbox')
export class OutboxMail {
  @PrimaryColumn('uuid')
  id: string;

  /** Sealed. Null after the email was sent or has failed. */
  @Column('bytea', { nullable: true })
  message: Buffer | null;

  /** The conversation of the email. A waiting email is erased with it. Null without a conversation. */
  @Column('uuid', { nullable: true })
  about: string | null;

  /** The workspace that the email is sent for, which determines its turn in the queue. NO_WORKSPACE for emails to users about their account. */
  @Column('uuid', { default: NO_WORKSPACE })
  turnOf: string;

  @Column('text')
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain';

  @Column('integer')
  attempts: number;

  /** Grows with every claim. Only the newest claim may store the result. */
  @Column('bigint')
  fence: string;

  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  /** When the newest attempt began to hand it over. Null if it has certainly not been delivered. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handingOverAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;
}
