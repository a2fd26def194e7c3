import type { NewAttachment } from '../../../inbox/conversation.types';
import type { SenderVerdict } from '../../../inbox/conversation.types';

export interface MailAddress {
  name: string | null;
  /** Lower case. */
  address: string;
}

/** What a report of a mail server says about one receiver (RFC 3464). */
export interface DeliveryReport {
  action: 'failed' | 'delayed' | 'delivered';
  recipient: string | null;
  /** RFC 3463; null where it gives none. */
  status: string | null;
  /** Of the server that refused: one line, cut. */
  diagnostic: string | null;
}

/** What kind of mail it is by its headers and parts; who it is from and what it is about is for others to say. */
export type MailKind =
  | { kind: 'delivery_report'; report: DeliveryReport }
  | { kind: 'disposition_notification' }
  | { kind: 'complaint' }
  | { kind: 'automatic' }
  | { kind: 'mail' };

/** Everything that is read of a mail. Bounded, and nothing in it that a database could not store. */
export interface ParsedMail {
  kind: MailKind;
  /** By anything but a null Return-Path, which reports have as well. */
  saysAutomatic: boolean;
  /** An answer by a program, as its subject says; counts only for answers to us. */
  subjectSaysAutomatic: boolean;
  /** Return-Path `<>`, as far as the mail itself tells. */
  nullReturnPath: boolean;
  /** Of reports without a part for machines: X-Failed-Recipients. */
  failedRecipients: string[];
  /** Message-IDs that a report quotes from the mail that it is about. */
  reportedIds: string[];
  mailId: string | null;
  inReplyTo: string[];
  /** Oldest first. */
  references: string[];
  from: MailAddress | null;
  /** Where it names exactly one. */
  replyTo: string | null;
  receivers: MailAddress[];
  subject: string | null;
  writtenAt: Date | null;
  verdict: SenderVerdict;
  content: string;
  quotedFrom: number | null;
  attachments: NewAttachment[];
}
