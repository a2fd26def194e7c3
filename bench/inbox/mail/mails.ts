import { between, oneOf, type Random } from '../../support/random';

/** A mail with its envelope. */
export interface Mail {
  bytes: Buffer;
  recipient: string;
  sender: string;
}

/** A reply of the service that customers answer and mail servers report on. */
export interface SentReply {
  customer: string;
  /** The address of its conversation. */
  replyAddress: string;
  bounceAddress: string;
  messageId: string;
}

export interface MailTargets {
  intakeAddress: string;
  /** One for each answer and each report of {@link mailsOf}. */
  replies: readonly SentReply[];
}

/** Of ten mails: what kind each is. */
const KINDS = [
  'plain',
  'html',
  'answer',
  'plain',
  'attachment',
  'report',
  'plain',
  'html',
  'answer',
  'attachment',
] as const;
export type Kind = (typeof KINDS)[number];

export const kindOf = (index: number): Kind => KINDS[index % KINDS.length]!;
/** Of so many mails. */
export const countOf = (kind: Kind, mails: number): number =>
  Array.from({ length: mails }, (_, index) => kindOf(index)).filter((one) => one === kind).length;

/** Mails that are the same for each number and seed, except for the addresses assigned by the service. */
export function mailsOf(count: number, random: Random, { intakeAddress, replies }: MailTargets): Mail[] {
  const taken = { answer: 0, report: 0 };
  return Array.from({ length: count }, (_, index) => {
    const kind = kindOf(index);
    if (kind === 'answer') return answer(random, replies[taken.answer++]!);
    if (kind === 'report') return report(random, replies[taken.report++]!);
    const person = `person-${between(random, 1, 1_000_000_000)}@example.com`;
    return { bytes: FIRST_MAILS[kind](random, person, intakeAddress), recipient: intakeAddress, sender: person };
  });
}

const FIRST_MAILS = { plain, html, attachment };

/** One to three screens of text. */
function plain(random: Random, from: string, to: string): Buffer {
  return mail(random, { from, to, type: 'text/plain; charset=utf-8', body: text(random, between(random, 3, 40)) });
}

/** A mail of a program for formatted text: plain text, and a copy with tables, styles and links. */
function html(random: Random, from: string, to: string): Buffer {
  const plain = text(random, between(random, 3, 20));
  const rows = plain.split('\r\n').map((line) => {
    return `<tr><td style="padding:8px 16px;font-family:Helvetica,Arial,sans-serif;font-size:14px;color:#333"><p>${line} <b>${words(random, 3)}</b> <a href="https://shop.example.com/orders/${between(random, 1, 99_999)}">${words(random, 2)}</a></p></td></tr>`;
  });
  const page = `<!DOCTYPE html>\r\n<html><head><style>${'.a td{border:0;margin:0}\r\n'.repeat(80)}</style></head><body><table class="a">\r\n${rows.join('\r\n')}\r\n</table></body></html>`;
  const parts = [part('text/plain; charset=utf-8', plain), part('text/html; charset=utf-8', page)];
  return mail(random, { from, to, ...multipart('alternative', parts) });
}

/** A photograph or an invoice, 20 to 400 KB. */
function attachment(random: Random, from: string, to: string): Buffer {
  const bytes = Buffer.alloc(between(random, 20, 400) * 1_024);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(between(random, 0, 0xffffffff), at);
  const lines = bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
  const file = `Content-Type: application/pdf; name="order.pdf"\r\nContent-Disposition: attachment; filename="order.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`;
  const parts = [part('text/plain; charset=utf-8', text(random, between(random, 2, 10))), file];
  return mail(random, { from, to, ...multipart('mixed', parts) });
}

/** An answer to the address of a conversation, with a quote. */
function answer(random: Random, { customer, replyAddress, messageId }: SentReply): Mail {
  const quoted = text(random, 12).replace(/^/gm, '> ');
  const body = `${text(random, between(random, 1, 8))}\r\nOn Sun, 1 Mar 2026 at 09:30, Help desk wrote:\r\n${quoted}`;
  const headers = [`In-Reply-To: ${messageId}`, `References: ${messageId}`];
  const bytes = mail(random, { from: customer, to: replyAddress, headers, type: 'text/plain; charset=utf-8', body });
  return { bytes, recipient: replyAddress, sender: customer };
}

/** A report of a failed delivery (RFC 3464). */
function report(random: Random, { customer, bounceAddress, messageId }: SentReply): Mail {
  const status =
    'Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ' +
    `${customer}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such user here`;
  const parts = [
    part('text/plain; charset=us-ascii', `I could not deliver your message. ${text(random, 4)}`),
    part('message/delivery-status', status),
    part('text/rfc822-headers', `Message-ID: ${messageId}\r\nSubject: Re: An order\r\nTo: ${customer}`),
  ];
  const { type, body } = multipart('report; report-type=delivery-status', parts);
  const headers = ['Auto-Submitted: auto-replied'];
  const bytes = mail(random, { from: 'MAILER-DAEMON@mx.example.com', to: bounceAddress, headers, type, body });
  return { bytes, recipient: bounceAddress, sender: '' };
}

interface Parts {
  from: string;
  to: string;
  headers?: readonly string[];
  type: string;
  body: string;
}

function mail(random: Random, { from, to, headers = [], type, body }: Parts): Buffer {
  const trace = Array.from({ length: 4 }, (_, hop) => {
    return `Received: from mx${hop}.example.com (mx${hop}.example.com [192.0.2.${hop + 1}])\r\n by mx${hop + 1}.example.com with ESMTPS id ${between(random, 1, 0xffffffff).toString(16)};\r\n Sun, 01 Mar 2026 09:30:0${hop} +0000`;
  });
  const lines = [
    ...trace,
    `From: A customer <${from}>`,
    `To: Help desk <${to}>`,
    `Subject: ${words(random, 5)}`,
    `Message-ID: <${between(random, 1, 0xffffffff)}.${between(random, 1, 0xffffffff)}@mail.example.com>`,
    'Date: Sun, 01 Mar 2026 09:30:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
    `Content-Type: ${type}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}\r\n`);
}

function multipart(kind: string, parts: readonly string[]): Pick<Parts, 'type' | 'body'> {
  const [subtype, ...parameters] = kind.split('; ');
  const type = [`multipart/${subtype}`, ...parameters, 'boundary="=_part"'].join('; ');
  return { type, body: `${parts.map((one) => `--=_part\r\n${one}`).join('')}--=_part--` };
}

function part(type: string, body: string): string {
  return `Content-Type: ${type}\r\n\r\n${body}\r\n`;
}

const WORDS =
  'order parcel invoice refund address delivery Iceland payment card bank shoes blue size return label week still waiting could you please tell where is my it has not arrived since'.split(
    ' ',
  );

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => oneOf(random, WORDS)).join(' ');
}

/** Lines of ten words. */
function text(random: Random, lines: number): string {
  return Array.from({ length: lines }, () => words(random, 10)).join('\r\n');
}
