import { Column, Entity, PrimaryColumn } from 'typeorm';
import { LeasedRow } from '../../../common/jobs/leased-row';
import { NO_WORKSPACE } from '../../../common/jobs/turns';

/** What an event of Resend says of an email. */
export interface AnnouncedMail {
  emailId: string;
  from: string;
  /** The address in `from`, in lower case. Empty if it has none. */
  sender: string;
  to: string[];
  subject: string;
  messageId: string;
}

/** An email that a vendor has announced and still has. Its id is that of the email once it is stored. */
@Entity('inbound_mail_events')
export class InboundMailEvent extends LeasedRow {
  @PrimaryColumn('uuid')
  id: string;

  /** The vendor's id, the same in every repetition. */
  @Column('text')
  eventId: string;

  /** Null once the email is stored. */
  @Column('jsonb', { nullable: true })
  details: AnnouncedMail | null;

  /** The workspace of all its recipients. */
  @Column('uuid', { default: NO_WORKSPACE })
  turnOf: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  receivedAt: Date;
}
