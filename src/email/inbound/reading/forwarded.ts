import EmailForwardParser from 'email-forward-parser';
import { addressParser, type Attachment } from 'postal-mime';
import { forwardHeader } from './forward-header';
import { mailboxes } from './mailboxes';
import { oneLine } from './one-line';
import type { ForwardedMail, MailAddress, ParsedMail } from './parsed-mail.types';
import { quotedFrom } from './quote-finder';

/** The prefix with which email programs mark a forwarded email, in the most common languages. */
const PREFIX =
  /^\s*\[?\s*(?:fwd?|wg|tr|rv|i|inoltra|enc|vs|vb|vl|pd|πρθ|redir\.?|videresend|[iİ]\u0307?lt|doorst|továbbítás|fs|reenv|пересл|转发|轉寄|転送|전달)\s*[:：]\s*/iu;
/** How Pine and Mutt mark it instead: `Order (fwd)`, and `[ann@example.com: Order]`. */
const SUFFIX = /\s\(fwd?\)\s*$/i;
const BRACKETS = /^\s*\[[^\s[\]]{1,100}@[^\s[\]]{1,150}:\s?(.*)\]\s*$/u;
/** The text that is parsed for a header block. The time of the parser grows faster than its length. */
const MOST_PARSED = 10_000;
const LONGEST_SUBJECT = 998;

/** The attached email, if there is exactly one. */
export function attachedMail(attachments: readonly Attachment[]): Uint8Array | null {
  const [only, ...more] = attachments.filter(({ mimeType }) => mimeType === 'message/rfc822');
  if (!only || more.length > 0) return null;
  return typeof only.content === 'string' ? Buffer.from(only.content) : new Uint8Array(only.content);
}

/** The email that another one has attached, with the text above it. `others`: its own files. */
export function fromAttached(outer: ParsedMail, inner: ParsedMail, others: ParsedMail['attachments']): ForwardedMail {
  return { mail: { ...inner, attachments: [...inner.attachments, ...others] }, note: outer.content };
}

/**
 * The email that another one contains below the text of its sender, as programs write it for people to read. Null without the prefix
 * of a forwarded email, or if its sender, subject or text is unclear.
 */
export function forwardedInline(outer: ParsedMail): ForwardedMail | null {
  const subject = forwardedSubject(outer.subject ?? '');
  if (subject === null) return null;
  const text = plainText(outer.content);
  const { from, note, content } = forwardedBy(text, `Fwd: ${subject}`);
  if (!from || (content === '' && outer.attachments.length === 0)) return null;
  const original = oneLine(subject, LONGEST_SUBJECT);
  return {
    mail: {
      ...outer,
      ...{ from, replyTo: [], list: null, receivers: [], verdict: 'unknown' },
      ...{ mailId: null, inReplyTo: [], references: [], writtenAt: null },
      ...{ subject: original === '' ? null : original, content, quotedFrom: quotedFrom(content), forwarded: null },
    },
    note,
  };
}

/** The subject of the forwarded email. Null if the subject does not mark one. */
function forwardedSubject(subject: string): string | null {
  const [prefix] = PREFIX.exec(subject) ?? [];
  if (prefix !== undefined) return subject.slice(prefix.length).replace(/\]$/, '');
  return BRACKETS.exec(subject)?.[1] ?? (SUFFIX.test(subject) ? subject.replace(SUFFIX, '') : null);
}

interface Forwarded {
  from: MailAddress | undefined;
  note: string;
  content: string;
}

function forwardedBy(text: string, subject: string): Forwarded {
  const header = forwardHeader(text);
  if (header) {
    const [from] = mailboxes(addressParser(header.from, { flatten: true }));
    return { from, note: header.note, content: header.content };
  }
  // Programs that write no header, but a sentence such as "Ann wrote:".
  const { message, email } = new EmailForwardParser().read(text.slice(0, MOST_PARSED), subject);
  const { address, name } = email.from;
  const [from] = mailboxes([{ name: name ?? '', address: address ?? '' }]);
  const content = ((email.body ?? '') + text.slice(MOST_PARSED)).trim();
  return { from, note: (message ?? '').trim(), content };
}

/** Without what only costs time: runs of spaces and empty lines, and the links that Outlook writes behind addresses. */
function plainText(content: string): string {
  return content
    .replace(/<mailto:[^<>\s]{1,254}>/gi, '')
    .replace(/[ \t\u00a0]{2,}/g, ' ')
    .replace(/(?:\n[ \t]*){3,}/g, '\n\n');
}
