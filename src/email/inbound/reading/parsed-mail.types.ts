import type { NewAttachment } from '../../../conversations/conversation.types';
import type { SenderVerdict } from '../../../conversations/conversation.types';

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
  | { kind: 'automatic' }
  | { kind: 'mail' };

/** A parsed email. All values are bounded and can be stored in the database. */
export interface ParsedMail {
  kind: MailKind;
  /** Whether it is marked as automatic, apart from a null Return-Path, which reports have as well. */
  saysAutomatic: boolean;
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
  from: MailAddress | null;
  /** Present if the header names exactly one address. */
  replyTo: string | null;
  receivers: MailAddress[];
  subject: string | null;
  writtenAt: Date | null;
  verdict: SenderVerdict;
  content: string;
  quotedFrom: number | null;
  attachments: NewAttachment[];
}
