import type { MailClaim } from './mail-jobs.repository';
import { isMailSystem } from './reading/mail-headers';
import type { DeliveryReport, ParsedMail } from './reading/parsed-mail.types';

/** What a mail is to us, whatever conversation it belongs to. */
export type MailClass =
  | { is: 'own' }
  | { is: 'disposition_notification' }
  | { is: 'complaint' }
  | { is: 'report'; report: DeliveryReport }
  /** Of a mail server, without a part for machines: `failed` where it says itself that it could not deliver. */
  | { is: 'unclear_report'; failedRecipient: string | null }
  | { is: 'automatic' }
  | { is: 'person' };

/** Of a mail server, about a mail of ours. */
export type MailReport = Extract<MailClass, { is: 'report' | 'unclear_report' | 'complaint' }>;

/**
 * The first of these that fits. A report is one whatever else it says: many say that they are automatic. That a mail came to
 * the address for reports proves nothing: vacation notices go to the sender of the envelope, too (RFC 3834 §4).
 * `mayBeReport`: it came to such an address, or quotes a Message-ID of ours. `isAnswer`: it answers something of ours.
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

/** Whether a report in words says that this address could not be reached: it names it, and a code of failure (RFC 5321 §4.2, RFC 3463). */
export function saysFailed(text: string, address: string): boolean {
  return address !== '' && text.toLowerCase().includes(address.toLowerCase()) && failureLine(text) !== null;
}

const FAILURE_CODE = /(?<![\d.])[45](?:\.\d{1,3}\.\d{1,3}|\d{2})(?![\d.]*\d)/;

/** The first line of a report in words that has such a code; null: none has. */
export function failureLine(text: string): string | null {
  return text.split('\n').find((line) => FAILURE_CODE.test(line)) ?? null;
}

/** The code of a diagnostic: `smtp; 550 5.1.1 unknown`. */
export function codesOf(text: string): { smtpCode: number | null; enhancedCode: string | null } {
  const [smtp] = /(?<![\d.])[245]\d{2}(?![\d.])/.exec(text) ?? [];
  const [enhanced] = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text) ?? [];
  return { smtpCode: smtp === undefined ? null : Number(smtp), enhancedCode: enhanced ?? null };
}
