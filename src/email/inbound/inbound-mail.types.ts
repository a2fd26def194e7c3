import type { IssuedMailAddress } from '../addresses/mail-address.types';

/**
 * What became of a mail: it went into a conversation or opened one, told what became of one of ours, was sent by a program,
 * is nothing to keep, or could not be taken in.
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
  'sender_erased',
  'unknown_recipient',
  'automatic_without_conversation',
  'report_without_message',
  'no_sender',
  'unreadable',
  'too_costly',
  'too_many_attempts',
] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** The signed address that a mail came to; null: to none. */
export type MailTarget = IssuedMailAddress | null;

/** The address that a mail waits for, and whose turn it takes at that: the workspace that the address belongs to. */
export interface MailPlaceInQueue {
  target: MailTarget;
  turnOf: string;
}

/** A mail whose bytes have arrived. */
export interface ArrivedMail {
  /** SHA-256 over what makes two deliveries the same mail. */
  identity: Buffer;
  sizeBytes: number;
  /** Its Message-ID with angle brackets; null where it has none that can be referred to. */
  mailId: string | null;
  /** Lower case; null where it names nobody. */
  fromAddress: string | null;
}
