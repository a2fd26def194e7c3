import type { NodemailerError } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Readable } from 'node:stream';
import { asciiHostName } from '../text/host-name';
import type { Delivery } from './delivery.types';
import { MailTransport, type OutgoingMail } from './mail-transport';
import { failedDelivery } from './smtp-failure';
import { SMTP_TIMEOUTS, SmtpPhases, type SmtpTimeouts } from './smtp-phases';

/** How long a process continues with an email during shutdown, in milliseconds. */
export interface ShutdownGrace {
  /** Until its last byte is sent, the same time as for requests. An email that is aborted earlier was not sent. */
  sendingMs: number;
  /** Until the server has answered the complete email. Without the answer, the result would stay uncertain. */
  acceptanceMs: number;
}

const GRACE: ShutdownGrace = { sendingMs: 25_000, acceptanceMs: 60_000 };

/**
 * Sends emails with an SMTP server (RFC 5321), one connection for each. It does not connect at start, because a short outage of the
 * mail server must not prevent the start of the service.
 */
export class SmtpTransport extends MailTransport {
  private readonly timeouts: SmtpTimeouts;
  private readonly options: SMTPConnection.Options;
  private readonly credentials: { user: string; pass: string } | undefined;

  constructor(
    url: string,
    private readonly grace = GRACE,
  ) {
    super();
    const { auth, ...fromUrl } = parseConnectionUrl(url);
    this.timeouts = { ...SMTP_TIMEOUTS, ...fromUrl };
    const { connectionTimeout, greetingTimeout, acceptanceTimeout } = this.timeouts;
    // nodemailer's own socket timeout must be longer than all timeouts of the phases.
    const socketTimeout = 2 * acceptanceTimeout;
    this.options = { dnsTimeout: connectionTimeout, socketTimeout, ...fromUrl, connectionTimeout, greetingTimeout };
    this.credentials = auth;
  }

  protected async attempt(
    mail: OutgoingMail,
    handingOver: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<Delivery> {
    const ending = new AbortController();
    const end = (): void => ending.abort(Object.assign(new Error('Time is over'), { code: 'ETIMEDOUT' }));
    const phases = new SmtpPhases(this.timeouts, end);
    const { sendingMs, acceptanceMs } = this.grace;
    let grace: NodeJS.Timeout | undefined;
    const endUnlessWritten = (): void => {
      if (phases.dotWritten) grace = setTimeout(end, acceptanceMs - sendingMs);
      else end();
    };
    const shutdown = (): void => void (grace = setTimeout(endUnlessWritten, sendingMs));
    if (signal.aborted) shutdown();
    else signal.addEventListener('abort', shutdown, { once: true });

    let marking: Promise<void> | undefined;
    // nodemailer reads this generator after the server has accepted the DATA command.
    async function* message(): AsyncGenerator<Buffer> {
      marking = handingOver();
      await marking;
      yield mail.bytes;
    }

    const connection = new SMTPConnection({ ...this.options, transactionLog: true, logger: phases.logger });
    try {
      const body = Readable.from(message(), { objectMode: false });
      const { response, serverMessageId } = await this.exchange(connection, mail, body, ending.signal);
      // A reply before the end of the email, or a malformed one, is not the reply to the email.
      if (!phases.dotWritten || !/^2\d\d(?!\d)/.test(response)) throw noAnswer(response);
      connection.quit();
      return { outcome: 'sent', serverMessageId: serverMessageId ?? null };
    } catch (error) {
      const connected = connection.stage === 'connected';
      return failedDelivery(error as NodemailerError, { connected, dotWritten: phases.dotWritten });
    } finally {
      clearTimeout(grace);
      signal.removeEventListener('abort', shutdown);
      phases.end();
      connection.close();
      await marking?.catch(() => {});
    }
  }

  /** @throws NodemailerError. The progress of the email determines the result. */
  private async exchange(
    connection: SMTPConnection,
    mail: OutgoingMail,
    body: Readable,
    ending: AbortSignal,
  ): Promise<SMTPConnection.SentMessageInfo> {
    const broken = new Promise<never>((_, reject) => {
      connection.on('error', reject);
      ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true });
    });
    const step = <T>(start: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> => {
      const done = new Promise<T>((resolve, reject) =>
        start((error, result) => (error ? reject(error) : resolve(result as T))),
      );
      return Promise.race([broken, done]);
    };
    await step((done) => connection.connect(done));
    if (this.credentials && connection.allowsAuth) {
      const login = { user: this.credentials.user, credentials: this.credentials };
      await step((done) => connection.login(login, done));
    }
    const envelope = { from: mail.from, to: [onTheWire(mail.to)], size: mail.bytes.length, dsn: reports(mail) };
    return step<SMTPConnection.SentMessageInfo>((done) => connection.send(envelope, body, done));
  }
}

/** The address with its domain in DNS form, so that only a non-ASCII local part requires SMTPUTF8 (RFC 6531). */
function onTheWire(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (asciiHostName(address.slice(at)) ?? address.slice(at));
}

/** Requests reports with the headers of the email only (RFC 3461). nodemailer does so only if the server supports it. */
function reports({ id, reports }: OutgoingMail): SMTPConnection.DSNOptions | undefined {
  return reports ? { envid: id, ret: 'HDRS', notify: ['FAILURE', 'DELAY'] } : undefined;
}

function noAnswer(response: string): NodemailerError {
  const error = new Error('The server did not answer the email');
  return Object.assign(error, {
    code: 'EPROTOCOL',
    response,
    responseCode: Number(/^\d{3}/.exec(response)?.[0]) || undefined,
  });
}
