import { newId } from '../../src/common/database/uuid';
import { MailOutbox } from '../../src/common/mail/mail-outbox';
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

/** A reply by mail of which nothing is known but its state, and the Message-ID that it left with. */
export async function aReply(
  parley: Parley,
  conversationId: string,
  recipient: string,
  status: 'sent' | 'uncertain' | 'queued' = 'sent',
): Promise<{ id: string; mailId: string }> {
  const [reply] = await parley.database.query<{ id: string }[]>(
    `WITH said AS (
       INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content, sent_at)
       SELECT workspace_id, id, $4, 'human', 'email', 'We have found it.',
         CASE WHEN $3 = 'queued' THEN NULL ELSE now() END
       FROM conversations WHERE id = $1 RETURNING workspace_id, conversation_id, id
     )
     INSERT INTO replies (workspace_id, conversation_id, message_id, agent_id, channel, type, status, dispatch_after_at,
       sent_at, handing_over_at, envelope)
     SELECT said.workspace_id, conversation_id, said.id, c.agent_id, 'email', 'substantive', $3, now() + interval '1 hour',
       CASE WHEN $3 = 'sent' THEN now() END, CASE WHEN $3 = 'queued' THEN NULL ELSE now() END,
       jsonb_build_object('recipient', $2::text, 'fromName', 'Help desk', 'replyTo', NULL, 'subject', 'Re: A question',
         'inReplyTo', NULL, 'references', '[]'::jsonb)
     FROM said JOIN conversations c ON c.id = said.conversation_id
     RETURNING message_id AS id`,
    [conversationId, recipient, status, newId()],
  );
  const id = reply!.id;
  return { id, mailId: `<${id}.0@ours.example>` };
}

/** A report of a mail server as RFC 3464 has it. */
export function aDeliveryReport(
  to: string,
  {
    action = 'failed',
    status = '5.1.1',
    recipient = 'ada@example.com',
    about,
  }: { action?: string; status?: string; recipient?: string; about?: string } = {},
): string {
  const head = aMail({
    from: 'Mail Delivery System <MAILER-DAEMON@mx.example.com>',
    to,
    subject: 'Undelivered Mail Returned to Sender',
    headers: {
      'Auto-Submitted': 'auto-replied',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b"',
    },
  }).split('\r\n\r\n')[0];
  const parts = [
    ['text/plain', 'I could not deliver your message.'],
    [
      'message/delivery-status',
      `Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\n` +
        `Status: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} No such user here`,
    ],
    ['text/rfc822-headers', `Message-ID: ${about ?? '<unknown@example.com>'}\r\nSubject: Re: A question`],
  ];
  const body = parts.map(([type, text]) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`).join('');
  return `${head}\r\n\r\n${body}--b--\r\n`;
}

/** A file that came with a message; its id. */
export async function anAttachment(
  parley: Parley,
  { workspaceId, conversationId, messageId }: { workspaceId: string; conversationId: string; messageId: string },
  { fileName = 'invoice.pdf', bytes = Buffer.from('%PDF-1.7 an invoice') }: { fileName?: string; bytes?: Buffer } = {},
): Promise<string> {
  const id = newId();
  await parley.database.query(
    `INSERT INTO message_attachments (workspace_id, conversation_id, message_id, id, file_name, media_type, size_bytes, inline, bytes)
     VALUES ($1, $2, $3, $4, $5, 'application/pdf', octet_length($6::bytea), false, $6::bytea)`,
    [workspaceId, conversationId, messageId, id, fileName, bytes],
  );
  return id;
}

/** A test email to an agent that waits to be sent; its id. */
export function aMailTest(parley: Parley, agent: { workspaceId: string; id: string }): Promise<string> {
  const about = { turnOf: agent.workspaceId, about: agent.id };
  return parley.get(MailOutbox).enqueue({ to: 'test@example.com', subject: 'A test', text: 'A test', ...about });
}

/** A mail to an agent that was not taken in, and of which nothing but that is kept; its id. */
export async function aQuarantinedMail(parley: Parley, agent: { workspaceId: string; id: string }): Promise<string> {
  const id = newId();
  await parley.database.query(
    `INSERT INTO inbound_mails (id, identity, outcome, reason, finished_at, workspace_id, agent_id, target_kind, target_id)
     VALUES ($1, sha256($2), 'quarantined', 'unreadable', now(), $3, $4, 'intake', $4)`,
    [id, Buffer.from(id), agent.workspaceId, agent.id],
  );
  return id;
}

/** The raw email of a message. */
export async function aRawMail(
  parley: Parley,
  { workspaceId, conversationId, messageId }: { workspaceId: string; conversationId: string; messageId: string },
): Promise<void> {
  const id = newId();
  const bytes = Buffer.from(aMail());
  await parley.database.query(
    `INSERT INTO inbound_mails (id, identity, outcome, finished_at, size_bytes, workspace_id, conversation_id, message_id)
     VALUES ($1, sha256($2), 'threaded', now(), $3, $4, $5, $6)`,
    [id, Buffer.from(id), bytes.length, workspaceId, conversationId, messageId],
  );
  await parley.database.query('INSERT INTO inbound_mail_chunks (mail_id, start_at, bytes) VALUES ($1, 0, $2)', [
    id,
    bytes,
  ]);
}

/** A sender whose email is taken in even if a program sends it; its id. */
export async function anAcceptedMailSender(parley: Parley, workspaceId: string): Promise<string> {
  const id = newId();
  await parley.database.query(
    'INSERT INTO accepted_mail_senders (workspace_id, id, address, accepted_by_member_id) VALUES ($1, $2, $3, $2)',
    [workspaceId, id, `orders-${id}@shop.example`],
  );
  return id;
}
