import { MailAddressesService } from '../../src/email/addresses/mail-addresses.service';
import type { Parley } from '../support/parley';

export const MAIL_SECRET = 'the-secret-of-the-mail-server-0123456789';

/** Settings of a Parley that takes mail. */
export const MAIL_SETTINGS = {
  MAIL_FROM: 'Parley <parley@ours.example>',
  MAIL_INBOUND_SECRET: MAIL_SECRET,
  MAIL_REPLY_ADDRESS: 'reply+{token}@ours.example',
  MAIL_BOUNCE_ADDRESS: 'bounces+{token}@ours.example',
  MAIL_AUTHSERV_ID: 'mx.ours.example',
};

export interface MailFields {
  from?: string;
  to?: string;
  subject?: string;
  /** Further headers, or others in the place of these. */
  headers?: Record<string, string>;
  text?: string;
}

let sent = 0;

/** A mail as people write them, in CRLF; its Message-ID is of its own unless `headers` have one. */
export function aMail({
  from = 'Ada <ada@example.com>',
  to,
  subject,
  headers = {},
  text = 'Hello',
}: MailFields = {}): string {
  sent += 1;
  const all: Record<string, string> = {
    From: from,
    To: to ?? 'support@example.com',
    Subject: subject ?? 'A question',
    'Message-ID': `<${sent}.${process.pid}@mail.example.com>`,
    Date: 'Sun, 01 Mar 2026 09:30:00 +0000',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', ...text.split('\n'), ''].join('\r\n');
}

export interface Handed {
  recipient?: string | string[];
  sender?: string;
  secret?: string | null;
  headers?: Record<string, string>;
}

/** Hands a mail over as a mail server does; nothing is done with it yet. */
export async function handOver(
  parley: Parley,
  mail: string | Uint8Array,
  { recipient = [], sender, secret = MAIL_SECRET, headers = {} }: Handed = {},
): Promise<{ status: number; body: { inboundMailId: string; code?: string }; headers: Headers }> {
  const address = new URL('/internal/mail/inbound', parley.url);
  for (const one of [recipient].flat()) address.searchParams.append('recipient', one);
  if (sender !== undefined) address.searchParams.set('sender', sender);
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      ...headers,
    },
    body: typeof mail === 'string' ? mail : new Uint8Array(mail),
  });
  return { status: response.status, body: (await response.json()) as never, headers: response.headers };
}

/** What became of a mail. */
export interface MailFate {
  outcome: string;
  reason: string | null;
  conversationId: string | null;
  messageId: string | null;
}

/** Hands a mail over and has it taken in. */
export async function takeIn(parley: Parley, mail: string | Uint8Array, handed: Handed = {}): Promise<MailFate> {
  const { status, body } = await handOver(parley, mail, handed);
  if (status !== 202) throw new Error(`The mail was answered with ${status} ${JSON.stringify(body)}`);
  await parley.drain();
  return fateOf(parley, body.inboundMailId);
}

export async function fateOf(parley: Parley, inboundMailId: string): Promise<MailFate> {
  const [fate] = await parley.database.query<MailFate[]>(
    `SELECT outcome, reason, conversation_id AS "conversationId", message_id AS "messageId" FROM inbound_mails WHERE id = $1`,
    [inboundMailId],
  );
  if (!fate) throw new Error('The mail is gone');
  return fate;
}

export const intakeOf = (parley: Parley, agent: { id: string }): string =>
  parley.get(MailAddressesService).intakeAddress(agent.id)!;
export const replyAddressOf = (parley: Parley, conversationId: string): string =>
  parley.get(MailAddressesService).replyAddress(conversationId)!;
export const bounceAddressOf = (parley: Parley, messageId: string): string =>
  parley.get(MailAddressesService).bounceAddress(messageId)!;
