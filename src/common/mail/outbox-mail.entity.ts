import { NO_WORKSPACE } from '../jobs/turns';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A mail that waits, is being sent, or has come to its end and says no more what it said. */
@Entity('mail_outbox')
export class OutboxMail {
  @PrimaryColumn('uuid')
  id: string;

  /** Sealed; null once the mail has come to its end. */
  @Column('bytea', { nullable: true })
  message: Buffer | null;

  /** The conversation that it tells of, with which it goes while it waits; null: none. */
  @Column('uuid', { nullable: true })
  about: string | null;

  /** Whose turn at the queue it takes: the workspace that it is sent for; none where somebody asked for it by themselves. */
  @Column('uuid', { default: NO_WORKSPACE })
  turnOf: string;

  @Column('text')
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain';

  @Column('integer')
  attempts: number;

  /** Grows with every claim: only the newest may settle the mail. */
  @Column('bigint')
  fence: string;

  @Column({ type: 'timestamptz', precision: 3 })
  dueAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaseEndsAt: Date | null;

  /** When the newest attempt was about to hand it over; null: it certainly has not been delivered. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handingOverAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;
}
