import type { NodemailerError } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Readable } from 'node:stream';
import { asciiHostName } from '../text/host-name';
import type { Delivery } from './delivery.types';
import { MailTransport, type OutgoingMail } from './mail-transport';
import { failedDelivery } from './smtp-failure';
import { SMTP_TIMEOUTS, SmtpPhases, type SmtpTimeouts } from './smtp-phases';

/** How long a process that is asked to end goes on with a mail, in milliseconds. */
export interface ShutdownGrace {
  /** Until its last byte has left: as long as requests get. What ends before that has not been sent. */
  sendingMs: number;
  /** Until the server has answered the whole mail: who does not wait will never know what became of it. */
  acceptanceMs: number;
}

const GRACE: ShutdownGrace = { sendingMs: 25_000, acceptanceMs: 60_000 };

/**
 * Mail through an SMTP server (RFC 5321), one connection for each mail. Not asked at start: a mail server that is away for
 * a minute must not keep the service away.
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
    // nodemailer's own time-out, of silence in whatever phase, comes after all of ours.
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
    // nodemailer reads it once the server has asked for the mail.
    async function* message(): AsyncGenerator<Buffer> {
      marking = handingOver();
      await marking;
      yield mail.bytes;
    }

    const connection = new SMTPConnection({ ...this.options, transactionLog: true, logger: phases.logger });
    try {
      const body = Readable.from(message(), { objectMode: false });
      const { response, serverMessageId } = await this.exchange(connection, mail, body, ending.signal);
      // A reply that comes before the mail has ended is none to the mail, nor is what only begins like one.
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

  /** @throws NodemailerError; what became of the mail depends on how far it had come */
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

/** With its domain as the name system has it, so that a server needs SMTPUTF8 (RFC 6531) for the local part alone. */
function onTheWire(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (asciiHostName(address.slice(at)) ?? address.slice(at));
}

/** RFC 3461: with the headers of the mail alone; nodemailer asks only servers that announce that they do it. */
function reports({ id, reports }: OutgoingMail): SMTPConnection.DSNOptions | undefined {
  return reports ? { envid: id, ret: 'HDRS', notify: ['FAILURE', 'DELAY'] } : undefined;
}

function noAnswer(response: string): NodemailerError {
  const error = new Error('No answer to the mail');
  return Object.assign(error, {
    code: 'EPROTOCOL',
    response,
    responseCode: Number(/^\d{3}/.exec(response)?.[0]) || undefined,
  });
}
