import type { SenderVerdict } from '../../../conversations/conversation.types';
import type { MailedFile } from '../../../files/file.types';

export interface MailAddress {
  name: string | null;
  /** In lower case. */
  address: string;
}

/** A report of a mail server about one receiver (RFC 3464). */
export interface DeliveryReport {
  action: 'failed' | 'delayed' | 'delivered';
  recipient: string | null;
  /** The code of RFC 3463. Null without one. */
  status: string | null;
  /** The text of the refusing server, shortened to one line. */
  diagnostic: string | null;
}

/** The kind of an email by its headers and parts, independent of sender and conversation. */
export type MailKind =
  | { kind: 'delivery_report'; report: DeliveryReport }
  | { kind: 'disposition_notification' }
  | { kind: 'complaint' }
  /** A thumbs-up or another sign instead of an answer. */
  | { kind: 'reaction' }
  | { kind: 'automatic'; mark: AutomaticMark }
  | { kind: 'mail' };

/** What marks an email as that of a program. */
export const AUTOMATIC_MARKS = [
  'auto_submitted',
  'precedence',
  'newsletter',
  'list',
  'null_sender',
  'no_reply_sender',
  'mail_system',
  'vacation_subject',
] as const;
export type AutomaticMark = (typeof AUTOMATIC_MARKS)[number];

/** A mailing list or group that has passed on an email. */
export interface MailList {
  /** Its own addresses, in lower case. No person has them. */
  addresses: string[];
  /** The person whose address it has replaced with its own, if it names the person. */
  writer: MailAddress | null;
}

/** A parsed email. All values are bounded and can be stored in the database. */
export interface ParsedMail {
  kind: MailKind;
  /** Whether the subject looks like that of an automatic answer. Considered for replies to our emails only. */
  subjectSaysAutomatic: boolean;
  /** Whether the email has a header Return-Path with `<>`. */
  nullReturnPath: boolean;
  /** X-Failed-Recipients, for reports without a machine-readable part. */
  failedRecipients: string[];
  /** Message-IDs in the quoted email of a report. */
  reportedIds: string[];
  mailId: string | null;
  inReplyTo: string[];
  /** Oldest first. */
  references: string[];
  /** As the header names it. The writer can be another: {@link withWriter}. */
  from: MailAddress | null;
  replyTo: MailAddress[];
  /** Null if no list has passed it on. */
  list: MailList | null;
  receivers: MailAddress[];
  subject: string | null;
  writtenAt: Date | null;
  verdict: SenderVerdict;
  content: string;
  quotedFrom: number | null;
  attachments: MailedFile[];
  /** The email that it forwards, if that is clear. Null for any other. */
  forwarded: ForwardedMail | null;
}

/** An email within another one. */
export interface ForwardedMail {
  mail: ParsedMail;
  /** The text of the one who forwards it. Empty without one. */
  note: string;
}
