import type { IssuedMailAddress } from '../addresses/mail-address.types';

/**
 * The outcome of an email: it was added to a conversation or opened one, reported on one of our messages, was sent by a program, was
 * ignored, or was quarantined.
 */
export const MAIL_OUTCOMES = [
  'received',
  'threaded',
  'opened',
  'bounce',
  'auto_reply',
  'ignored',
  'quarantined',
] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Why a mail was ignored or quarantined. */
export const MAIL_REASONS = [
  'own_mail',
  'duplicate',
  'disposition_notification',
  'reaction',
  'sender_erased',
  'unknown_recipient',
  'automatic_without_conversation',
  'report_without_message',
  'no_sender',
  'unreadable',
  'too_costly',
  'too_many_attempts',
  'too_large',
  'not_fetched',
] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** The signed address that an email was sent to. Null without one. */
export type MailTarget = IssuedMailAddress | null;

/** The target of an email, and the workspace of the target for its turn in the queue. */
export interface MailPlaceInQueue {
  target: MailTarget;
  turnOf: string;
}

/** A completely received email. */
export interface ArrivedMail {
  /** SHA-256 over the parts that identify an email across deliveries. */
  identity: Buffer;
  sizeBytes: number;
  /** Its Message-ID with angle brackets. Null if it has none, or one that replies cannot refer to. */
  mailId: string | null;
  /** In lower case. Null without a sender. */
  fromAddress: string | null;
  /** Why only its headers arrived, so that it is quarantined. Null for a whole email. */
  cutShort: CutShort | null;
}

/** Why only the headers of an email arrived: it exceeds MAIL_INBOUND_MAX_BYTES, or the vendor that has it did not hand it out. */
export type CutShort = Extract<MailReason, 'too_large' | 'not_fetched'>;
