import type { MailClaim } from './mail-jobs.repository';
import type { AutomaticMark, DeliveryReport, MailList, ParsedMail } from './reading/parsed-mail.types';
import { isMailSystem, isNoReply, isProgram } from './reading/sender-kinds';

/** The kind of an email, independent of its conversation. */
export type MailClass =
  | { is: 'own' }
  | { is: 'disposition_notification' }
  | { is: 'complaint' }
  | { is: 'report'; report: DeliveryReport }
  /** From a mail server, without a machine-readable part. */
  | { is: 'unclear_report'; failedRecipient: string | null }
  | { is: 'reaction' }
  | { is: 'automatic'; mark: AutomaticMark }
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
  { envelopeSender, released, targetKind }: Pick<MailClaim, 'envelopeSender' | 'released' | 'targetKind'>,
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
    const saysAutomatic = kind.kind === 'automatic' || mail.subjectSaysAutomatic;
    if ((hasNullSender || isOfMailSystem) && !saysAutomatic) return { is: 'unclear_report', failedRecipient: null };
  }
  if (kind.kind === 'reaction') return { is: 'reaction' };
  const mark = kind.kind === 'automatic' ? kind.mark : markOf(mail, { hasNullSender, isAnswer, targetKind });
  return mark && !released ? { is: 'automatic', mark } : { is: 'person' };
}

/** The mark of a program in an email without such headers. */
function markOf(
  { from, list, subjectSaysAutomatic }: ParsedMail,
  {
    hasNullSender,
    isAnswer,
    targetKind,
  }: { hasNullSender: boolean; isAnswer: boolean } & Pick<MailClaim, 'targetKind'>,
): AutomaticMark | null {
  if (hasNullSender) return 'null_sender';
  if (from && isMailSystem(from.address)) return 'mail_system';
  if (from && isNoReply(from.address)) return 'no_reply_sender';
  if (list && isOfListOnly(from, list, targetKind)) return 'list';
  return subjectSaysAutomatic && isAnswer ? 'vacation_subject' : null;
}

/**
 * Whether no person has written an email that came through a list: the list or a program is its sender. A list that answers to the
 * secret address of a conversation distributes a message of its customer.
 */
function isOfListOnly(from: ParsedMail['from'], list: MailList, targetKind: MailClaim['targetKind']): boolean {
  if (!from || list.addresses.includes(from.address) || isProgram(from.address)) return true;
  return targetKind === 'conversation' && !list.writer;
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
