import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import { LeasedRow } from '../../common/jobs/leased-row';
import { NO_WORKSPACE } from '../../common/jobs/turns';
import type { MailAddressKind } from '../addresses/mail-address.types';
import type { MailOutcome, MailReason } from './inbound-mail.types';

/** A mail as it was handed over, for one of the addresses it came to; its bytes are in chunks beside it. */
@Entity('inbound_mails')
export class InboundMail extends LeasedRow {
  @PrimaryColumn('uuid')
  id: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  receivedAt: Date;

  /** Null while its bytes are arriving. */
  @Column('bytea', { nullable: true })
  identity: Buffer | null;

  @Column('text', { nullable: true })
  targetKind: MailAddressKind | null;

  @Column('uuid', { nullable: true })
  targetId: string | null;

  /** Empty: a report or another mail that nobody is to answer (RFC 5321 §4.5.5). Null: nobody said. */
  @Column('text', { nullable: true })
  envelopeSender: string | null;

  @Column('bigint', { transformer: wholeNumber })
  sizeBytes: number;

  @Column('text', { nullable: true })
  mailId: string | null;

  @Column('text', { nullable: true })
  fromAddress: string | null;

  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text')
  outcome: MailOutcome;

  @Column('text', { nullable: true })
  reason: MailReason | null;

  /** Somebody has looked at it: it is taken in although a program sent it. */
  @Column('boolean')
  released: boolean;

  /** Whose turn at the queue it takes: the workspace that its address belonged to when it arrived, else nobody's. */
  @Column('uuid', { default: NO_WORKSPACE })
  turnOf: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;

  /** Null until it is known whose it is. */
  @Column('uuid', { nullable: true })
  workspaceId: string | null;

  @Column('uuid', { nullable: true })
  agentId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('uuid', { nullable: true })
  messageId: string | null;
}
