import { addressParser, type Attachment } from 'postal-mime';
import { readDeliveryStatus } from './delivery-report';
import { attachedMail, forwardedInline, fromAttached } from './forwarded';
import { referredIds } from './html-text';
import { invitationText } from './invitation';
import { attachmentOf } from './mail-attachments';
import { automaticMark, MailHeaders, senderVerdict, subjectSaysAutomatic } from './mail-headers';
import { listOf } from './mail-list';
import { boundedContent, textOf } from './mail-content';
import { mailParts } from './mail-parts';
import { mailbox, mailboxes } from './mailboxes';
import { oneLine } from './one-line';
import type { ForwardedMail, MailKind, ParsedMail } from './parsed-mail.types';
import { quotedFrom } from './quote-finder';
import { isReaction } from './reaction';
import { openedWinmail } from './tnef/winmail';

/** In code points. */
const LONGEST_SUBJECT = 998;
const MOST_ATTACHMENTS = 50;
const MOST_RECEIVERS = 100;
const MOST_REPLY_TO = 10;
/** A larger one is only a file. */
const MOST_ATTACHED_BYTES = 15_728_640;
/** The most bytes to read of quoted parts in reports. */
const MOST_REPORT_BYTES = 262_144;

/** Parses untrusted email. Runs in the computing process, which has bounds on time and memory. */
export default class MailReading {
  /** `authservId`: the id of the server with trusted results about senders, or null. @throws if it nests too deep or its headers are too long */
  async read(bytes: Uint8Array, authservId: string | null): Promise<ParsedMail> {
    const { mail, attached } = await this.readOne(bytes, authservId);
    return { ...mail, forwarded: attached ? await this.readAttached(mail, attached) : forwardedInline(mail) };
  }

  /** Null for a report, for an email of a program, and for one that cannot be read: it is only a file. */
  private async readAttached(outer: ParsedMail, attached: Uint8Array): Promise<ForwardedMail | null> {
    if (attached.length > MOST_ATTACHED_BYTES) return null;
    const inner = await this.readOne(attached, null).catch(() => null);
    if (!inner?.mail.from || inner.mail.kind.kind !== 'mail') return null;
    const others = outer.attachments.filter(({ mediaType }) => mediaType !== 'message/rfc822');
    return fromAttached(outer, inner.mail, others);
  }

  /** An email, and the email that it attaches. */
  private async readOne(
    bytes: Uint8Array,
    authservId: string | null,
  ): Promise<{ mail: ParsedMail; attached: Uint8Array | null }> {
    const { email, texts } = await mailParts(bytes);
    const headers = new MailHeaders(email.headers);
    const subject = oneLine(email.subject ?? '', LONGEST_SUBJECT);
    const from = mailbox(email.from) ?? mailbox(email.sender);
    const opened = openedWinmail(email.attachments);
    const attachments = opened.attachments.slice(0, MOST_ATTACHMENTS);
    const allTexts = [...texts, ...opened.texts];
    const referred = referredIds(allTexts.map(({ html }) => html ?? '').join('\n'));
    // Exchange packs a text into winmail.dat that it also writes beside it.
    const text = textOf(texts) || textOf(opened.texts);
    const invitation = invitationText(opened.attachments, text === '');
    const before = invitation === null ? '' : text === '' ? invitation : `${invitation}\n\n`;
    const content = boundedContent(before + text, opened.attachments.length - attachments.length);
    const ownQuote = quotedFrom(content.slice(before.length));
    const quoted = ownQuote === null ? null : before.length + ownQuote;
    const mail: ParsedMail = {
      kind: kindOf(headers, email.attachments, content.slice(before.length, quoted ?? undefined)),
      subjectSaysAutomatic: subjectSaysAutomatic(subject),
      nullReturnPath: /^<\s*>$/.test(headers.get('return-path')?.trim() ?? ''),
      failedRecipients: headers.all('x-failed-recipients').flatMap((value) => addressesIn(value)),
      reportedIds: reportedIds(email.attachments),
      mailId: headers.ids('message-id')[0] ?? null,
      inReplyTo: headers.ids('in-reply-to'),
      references: headers.ids('references'),
      from,
      replyTo: mailboxes(email.replyTo).slice(0, MOST_REPLY_TO),
      list: listOf(headers, from, mailboxes(email.cc)),
      receivers: [...mailboxes(email.to), ...mailboxes(email.cc)].slice(0, MOST_RECEIVERS),
      subject: subject === '' ? null : subject,
      writtenAt: dateOf(email.date),
      verdict: senderVerdict(headers, authservId, addressesIn(headers.get('from') ?? '')),
      content,
      quotedFrom: quoted,
      attachments: await Promise.all(attachments.map((one) => attachmentOf(one, referred))),
      forwarded: null,
    };
    return { mail, attached: attachedMail(email.attachments) };
  }
}

/** Reports come first, because half of them are also marked as automatic, and emails of people are never reports. */
function kindOf(headers: MailHeaders, attachments: readonly Attachment[], ownText: string): MailKind {
  const type = headers.get('content-type') ?? '';
  if (/^\s*multipart\/report\b/i.test(type)) {
    if (/report-type\s*=\s*"?disposition-notification/i.test(type)) return { kind: 'disposition_notification' };
    if (/report-type\s*=\s*"?feedback-report/i.test(type)) return { kind: 'complaint' };
    const report = attachments
      .filter(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType))
      .map((part) => readDeliveryStatus(reportText(part)))
      .find((found) => found !== null);
    if (report) return { kind: 'delivery_report', report };
  }
  if (isReaction(attachments, ownText)) return { kind: 'reaction' };
  const mark = automaticMark(headers);
  return mark ? { kind: 'automatic', mark } : { kind: 'mail' };
}

/** The Message-IDs in the quoted email of a report. */
function reportedIds(attachments: readonly Attachment[]): string[] {
  const quoted = attachments.filter(({ mimeType }) => /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/.test(mimeType)); // prettier-ignore
  return quoted.flatMap((part) => {
    const [headers = ''] = reportText(part).split(/\r?\n\r?\n/, 1);
    return headers.replace(/\r?\n(?=[ \t])/g, '').match(/(?<=^message-id:\s*)<[^<>\s]{1,500}>/gim) ?? [];
  });
}

function reportText({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).subarray(0, MOST_REPORT_BYTES).toString('utf8'); // prettier-ignore
}

function addressesIn(value: string): string[] {
  return mailboxes(addressParser(value, { flatten: true })).map(({ address }) => address);
}

/** Null for a time that the database cannot store. */
function dateOf(date: string | undefined): Date | null {
  const parsed = new Date(date ?? '');
  const year = parsed.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? parsed : null;
}
