import MimeNode from 'nodemailer/lib/mime-node';
import addressparser from 'nodemailer/lib/addressparser';
import type { Mail, MailThreadHeaders } from './mail-outbox';
import type { OutgoingMail } from './mail-transport';
import { oneLine } from './one-line';

type HeaderFields = Record<string, string | { name: string; address: string }>;

export interface MessageIdentity {
  id: string;
  createdAt: Date;
  /** MAIL_FROM: `Parley <parley@example.com>`. */
  from: string;
  /** Right side of the Message-ID: the service's own host. */
  host: string;
}

/** Writes a mail as RFC 5322 bytes. The Message-ID follows from the id, so every attempt sends the same message. */
export async function compose(
  { to, subject, text, thread, unsubscribe, bounceTo }: Mail,
  identity: MessageIdentity,
): Promise<OutgoingMail> {
  const { id, createdAt, from, host } = identity;
  const message = new MimeNode('text/plain; charset=utf-8', { newline: 'windows' });
  const address = addressparser(from)[0]?.address ?? '';
  message.setHeader({
    From: thread ? { name: oneLine(thread.fromName), address } : from,
    // As an object: text would be parsed, and might then be several addresses.
    To: { name: '', address: to },
    Subject: subject,
    'Message-ID': `<${id}@${host}>`,
    Date: headerDate(createdAt),
    // RFC 3834 §5: nobody's vacation notice answers it.
    'Auto-Submitted': 'auto-generated',
    // Exchange does not look at that.
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
    // RFC 8058: mail programs show a button, and post to the address where it is pressed.
    ...(unsubscribe
      ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
    ...(thread && threadHeaders(thread)),
  });
  const lines = text.split(/\r\n|\r|\n/);
  const envelopeSender = bounceTo ?? (message.getEnvelope().from || '');
  return { id, createdAt, from: envelopeSender, to, bytes: await writeMail(message, lines) };
}

/** Where answers go, and what programs put mails of one conversation together by. */
export function threadHeaders({ replyTo, inReplyTo, references }: Omit<MailThreadHeaders, 'fromName'>): HeaderFields {
  return {
    ...(replyTo === null ? {} : { 'Reply-To': { name: '', address: replyTo } }),
    ...(inReplyTo === null ? {} : { 'In-Reply-To': inReplyTo }),
    ...(references.length === 0 ? {} : { References: references.join(' ') }),
  };
}

/** RFC 5322 §3.3 */
export function headerDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/**
 * The bytes of a mail. Plain lines go as they are, where nodemailer would wrap long ones in quoted-printable: a mail file
 * is also read with `cat`, and a token must be copied in one piece. RFC 5322 §2.1.1 allows 998 characters.
 */
export async function writeMail(message: MimeNode, lines: readonly string[]): Promise<Buffer> {
  if (lines.every((line) => /^[\t\x20-\x7e]{0,998}$/.test(line))) {
    message.setHeader('Content-Transfer-Encoding', '7bit');
    return Buffer.from([message.buildHeaders(), '', ...lines, ''].join('\r\n'), 'utf8');
  }
  return message.setContent(lines.join('\r\n')).build();
}
