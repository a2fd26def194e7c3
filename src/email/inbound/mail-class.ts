import type { MailClaim } from './mail-jobs.repository';
import { isMailSystem } from './reading/mail-headers';
import type { DeliveryReport, ParsedMail } from './reading/parsed-mail.types';

/** The kind of an email, independent of its conversation. */
export type MailClass =
  | { is: 'own' }
  | { is: 'disposition_notification' }
  | { is: 'complaint' }
  | { is: 'report'; report: DeliveryReport }
  /** From a mail server, without a machine-readable part. */
  | { is: 'unclear_report'; failedRecipient: string | null }
  | { is: 'automatic' }
  | { is: 'person' };

/** A report of a mail server about one of our emails. */
export type MailReport = Extract<MailClass, { is: 'report' | 'unclear_report' | 'complaint' }>;

/**
 * Classifies an email. The first match counts. Reports come first, because many of them are also marked as automatic. The address for
 * reports alone does not identify a report, because vacation notices are also sent to the envelope sender (RFC 3834 §4).
 * `mayBeReport`: it was sent to such an address, or quotes one of our Message-IDs. `isAnswer`: it replies to one of our emails.
 */
export function mailClass(
  mail: ParsedMail,
  { envelopeSender, released }: Pick<MailClaim, 'envelopeSender' | 'released'>,
  { isOwn, mayBeReport, isAnswer }: { isOwn: boolean; mayBeReport: boolean; isAnswer: boolean },
): MailClass {
  if (isOwn) return { is: 'own' };
  const { kind } = mail;
  if (kind.kind === 'delivery_report') return { is: 'report', report: kind.report };
  if (kind.kind === 'disposition_notification') return { is: 'disposition_notification' };
  if (kind.kind === 'complaint') return { is: 'complaint' };
  const hasNullSender = envelopeSender === null ? mail.nullReturnPath : envelopeSender === '';
  if (mayBeReport) {
    const [failedRecipient] = mail.failedRecipients;
    if (failedRecipient !== undefined) return { is: 'unclear_report', failedRecipient };
    const isOfMailSystem = mail.from !== null && isMailSystem(mail.from.address);
    const saysAutomatic = mail.saysAutomatic || mail.subjectSaysAutomatic;
    if ((hasNullSender || isOfMailSystem) && !saysAutomatic) return { is: 'unclear_report', failedRecipient: null };
  }
  const isAutomatic = kind.kind === 'automatic' || hasNullSender || (mail.subjectSaysAutomatic && isAnswer);
  return { is: isAutomatic && !released ? 'automatic' : 'person' };
}

/** Whether a plain-text report contains this address and a failure code (RFC 5321 §4.2, RFC 3463). */
export function saysFailed(text: string, address: string): boolean {
  return address !== '' && text.toLowerCase().includes(address.toLowerCase()) && failureLine(text) !== null;
}

const FAILURE_CODE = /(?<![\d.])[45](?:\.\d{1,3}\.\d{1,3}|\d{2})(?![\d.]*\d)/;

/** The first line of a plain-text report with a failure code. Null without one. */
export function failureLine(text: string): string | null {
  return text.split('\n').find((line) => FAILURE_CODE.test(line)) ?? null;
}

/** The codes of a diagnostic such as `smtp; 550 5.1.1 unknown`. */
export function codesOf(text: string): { smtpCode: number | null; enhancedCode: string | null } {
  const [smtp] = /(?<![\d.])[245]\d{2}(?![\d.])/.exec(text) ?? [];
  const [enhanced] = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text) ?? [];
  return { smtpCode: smtp === undefined ? null : Number(smtp), enhancedCode: enhanced ?? null };
}
