import { Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from '../../common/database/whole-number';
import { LeasedRow } from '../../common/jobs/leased-row';
import { NO_WORKSPACE } from '../../common/jobs/turns';
import type { MailAddressKind } from '../addresses/mail-address.types';
import type { CutShort, MailOutcome, MailReason } from './inbound-mail.types';
import type { AutomaticMark } from './reading/parsed-mail.types';

/** A received email for one of its addresses. Its bytes are in a separate table in chunks. */
@Entity('inbound_mails')
export class InboundMail extends LeasedRow {
  @PrimaryColumn('uuid')
  id: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  receivedAt: Date;

  /** Null while its bytes arrive. */
  @Column('bytea', { nullable: true })
  identity: Buffer | null;

  @Column('text', { nullable: true })
  targetKind: MailAddressKind | null;

  @Column('uuid', { nullable: true })
  targetId: string | null;

  /** Empty for a report or another email that must not be answered (RFC 5321 §4.5.5). Null if unknown. */
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

  /** What marked it as that of a program. Null for other reasons. */
  @Column('text', { nullable: true })
  mark: AutomaticMark | null;

  /** Why only its headers are there. Null for a whole email. */
  @Column('text', { nullable: true })
  cutShort: CutShort | null;

  /** A person has released it from quarantine, so it is processed even if a program sent it. */
  @Column('boolean')
  released: boolean;

  /** The workspace with the address when the email arrived, which determines its turn in the queue. NO_WORKSPACE without one. */
  @Column('uuid', { default: NO_WORKSPACE })
  turnOf: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;

  /** Null until its workspace is known. */
  @Column('uuid', { nullable: true })
  workspaceId: string | null;

  @Column('uuid', { nullable: true })
  agentId: string | null;

  @Column('uuid', { nullable: true })
  conversationId: string | null;

  @Column('uuid', { nullable: true })
  messageId: string | null;
}
