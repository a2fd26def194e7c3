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
  /** Right side of the Message-ID: the host of the service. */
  host: string;
}

/** Composes an email as RFC 5322 bytes. The Message-ID derives from the id, so that every attempt sends the same message. */
export async function compose(
  { to, subject, text, thread, unsubscribe, bounceTo }: Mail,
  identity: MessageIdentity,
): Promise<OutgoingMail> {
  const { id, createdAt, from, host } = identity;
  const message = new MimeNode('text/plain; charset=utf-8', { newline: 'windows' });
  const address = addressparser(from)[0]?.address ?? '';
  message.setHeader({
    From: thread ? { name: oneLine(thread.fromName), address } : from,
    // Pass an object, because a text would be parsed and could contain several addresses.
    To: { name: '', address: to },
    Subject: subject,
    'Message-ID': `<${id}@${host}>`,
    Date: headerDate(createdAt),
    // RFC 3834 §5: prevents vacation notices.
    'Auto-Submitted': 'auto-generated',
    // Exchange ignores the header above.
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
    // RFC 8058: email clients show a button that sends a POST to the URL.
    ...(unsubscribe
      ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
    ...(thread && threadHeaders(thread)),
  });
  const lines = text.split(/\r\n|\r|\n/);
  const envelopeSender = bounceTo ?? (message.getEnvelope().from || '');
  return { id, createdAt, from: envelopeSender, to, bytes: await writeMail(message, lines) };
}

/** The headers for replies and for the grouping of emails in a conversation. */
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
 * The bytes of an email. ASCII lines are not encoded, although nodemailer would wrap long ones in quoted-printable: people also read
 * email files with `cat` and must be able to copy a token in one piece. RFC 5322 §2.1.1 allows 998 characters.
 */
export async function writeMail(message: MimeNode, lines: readonly string[]): Promise<Buffer> {
  if (lines.every((line) => /^[\t\x20-\x7e]{0,998}$/.test(line))) {
    message.setHeader('Content-Transfer-Encoding', '7bit');
    return Buffer.from([message.buildHeaders(), '', ...lines, ''].join('\r\n'), 'utf8');
  }
  return message.setContent(lines.join('\r\n')).build();
}
