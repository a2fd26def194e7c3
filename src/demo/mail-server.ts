import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { PATIENCE_MS } from './patience';

const TOKEN = /cm_[0-9A-Za-z]{49}/;
/** Reserved for examples (RFC 2606), so that no email of the demonstration leaves the machine. */
const DOMAIN = 'parley.example';
/** Has no mailboxes, so that a reply to it fails. */
export const REFUSED_DOMAIN = 'mistyped.example';

/** An email in a mailbox. */
export interface ReceivedMail {
  to: string;
  mail: Email;
}

/**
 * The mail server of the demonstration. It delivers email for the service's own domain to the service, as Postfix with
 * a pipe would, and stores all other email in mailboxes. Each of those is also a file, to be read by hand.
 */
export class MailServer {
  private readonly received: ReceivedMail[] = [];
  private readonly secret = randomBytes(24).toString('base64url');
  private inbound = '';
  /** Has a file for each email of a mailbox. */
  folder = '';

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<MailServer> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) => {
        const isRefused = address.endsWith(`@${REFUSED_DOMAIN}`);
        done(isRefused ? Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 }) : null);
      },
      onData: (stream, { envelope }, done) => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
        const recipients = envelope.rcptTo.map(({ address }) => address);
        bytesOf(stream)
          .then((bytes) => started.take(bytes, sender, recipients))
          .then(() => done(), done);
      },
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const started = new MailServer(server);
    // A client that disconnects during an email is not an error here.
    server.on('error', () => {});
    return started;
  }

  /** The settings that connect a service with this server, in both directions. */
  get settings(): Record<string, string> {
    return {
      SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      MAIL_FROM: `Guide to Parley <guide@${DOMAIN}>`,
      MAIL_REPLY_ADDRESS: `reply+{token}@${DOMAIN}`,
      MAIL_BOUNCE_ADDRESS: `bounce+{token}@${DOMAIN}`,
      MAIL_INBOUND_SECRET: this.secret,
    };
  }

  /** Sets the address of the service, and the folder for files, once the service runs. */
  deliverTo(publicUrl: string, folder: string): void {
    this.inbound = `${publicUrl}/internal/mail/inbound`;
    this.folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** The number of received emails; for {@link newMail}. */
  get count(): number {
    return this.received.length;
  }

  /** The first email to an address after the first `before` emails. */
  async newMail(to: string, before: number): Promise<Email> {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      const found = this.received.slice(before).find((one) => one.to === to);
      if (found) return found.mail;
      await pause(50);
    }
    throw new Error(`No email arrived for ${to}.`);
  }

  /** The token of the first email to an address after the first `before` emails. */
  async newToken(to: string, before: number): Promise<string> {
    const { text = '' } = await this.newMail(to, before);
    const token = TOKEN.exec(text)?.[0];
    if (!token) throw new Error(`The email to ${to} has no token.`);
    return token;
  }

  /** Answers an email as its reader's own program would, with a quote. */
  async answer(mail: Email, from: { name: string; address: string }, text: string): Promise<void> {
    const replyTo = mail.replyTo?.[0] ?? mail.from;
    const quoted = (mail.text ?? '').trimEnd().replace(/^/gm, '> ');
    const transport = createTransport({ host: '127.0.0.1', port: this.port, ignoreTLS: true });
    await transport.sendMail({
      from,
      to: replyTo?.address,
      subject: `Re: ${(mail.subject ?? '').replace(/^Re: /, '')}`,
      inReplyTo: mail.messageId,
      references: [mail.references, mail.messageId].filter((part) => part !== undefined).join(' '),
      text: `${text}\n\nOn ${new Date().toDateString()}, ${mail.from?.name ?? ''} wrote:\n${quoted}\n`,
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  private async take(bytes: Buffer, sender: string, recipients: readonly string[]): Promise<void> {
    const ours = recipients.filter((address) => address.endsWith(`@${DOMAIN}`));
    if (ours.length > 0) await this.hand(bytes, sender, ours);
    const others = recipients.filter((address) => !ours.includes(address));
    if (others.length === 0) return;
    const mail = await PostalMime.parse(bytes);
    for (const to of others) this.received.push({ to, mail });
    const name = `${new Date().toISOString().replace(/[-:.]/g, '')}-${this.count}.eml`;
    writeFileSync(join(this.folder, name), bytes, { mode: 0o600 });
  }

  private async hand(bytes: Buffer, sender: string, recipients: readonly string[]): Promise<void> {
    const envelope = new URLSearchParams({ sender });
    for (const address of recipients) envelope.append('recipient', address);
    const { status } = await fetch(`${this.inbound}?${envelope.toString()}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.secret}`, 'Content-Type': 'message/rfc822' },
      body: new Uint8Array(bytes),
    });
    if (status !== 202) throw new Error(`The service answered ${status}`);
  }
}

async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
