import { createTransport } from 'nodemailer';
import { type Delivery, MailTransport, type OutgoingMail } from './mail-transport';

/** What an attempt may take altogether, however slowly the server answers, in seconds. */
const LONGEST_SECONDS = 90;
/** Ending the process waits this long for a server's answer, in milliseconds. */
const GRACE_MS = 10_000;

/** In milliseconds; SMTP_URL may override them: `smtp://host?socketTimeout=5000`. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The fields of nodemailer's errors that decide. */
interface SmtpError {
  code?: string;
  /** The server's reply, where it was one that ended the attempt. */
  responseCode?: number;
  permanent?: boolean;
}

/**
 * Mail through an SMTP server (RFC 5321), one connection for each mail. Not asked at start: a mail server that is away for
 * a minute must not keep the service away.
 */
export class SmtpTransport extends MailTransport {
  readonly longestSeconds = LONGEST_SECONDS;

  constructor(private readonly url: string) {
    super();
  }

  async send(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery> {
    const log = new TransactionLog();
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const longest = setTimeout(end, LONGEST_SECONDS * 1_000);
    const shutdown = (): void => void setTimeout(end, GRACE_MS).unref();
    signal.addEventListener('abort', shutdown, { once: true });
    try {
      const transport = createTransport({ ...TIMEOUTS, url: this.url, transactionLog: true, logger: log.logger });
      const envelope = { from: mail.from, to: [mail.to] };
      await transport.sendMail({ envelope, raw: mail.bytes, signal: ending.signal });
      return { outcome: 'sent' };
    } catch (error) {
      return failure(error as SmtpError, log.handedOver);
    } finally {
      clearTimeout(longest);
      signal.removeEventListener('abort', shutdown);
    }
  }
}

/** A reply of the server is definite at any time; silence is only definite before it has the message. */
function failure({ code, responseCode, permanent }: SmtpError, handedOver: boolean): Delivery {
  const reason = [code, responseCode].filter((part) => part !== undefined).join(' ');
  if (responseCode === undefined && handedOver) return { outcome: 'uncertain', reason };
  return { outcome: 'refused', final: permanent === true, reason };
}

/**
 * Reads in nodemailer's log whether the message may have been handed over, which its errors do not tell: the server asked
 * for it (354, RFC 5321 §4.2.2), or it was written to its end (to servers that answer DATA with 250).
 */
class TransactionLog {
  handedOver = false;

  readonly logger = {
    level: () => {},
    trace: () => {},
    debug: (entry: unknown, ...text: unknown[]) => this.read(entry, text),
    info: (entry: unknown, ...text: unknown[]) => this.read(entry, text),
    warn: () => {},
    error: () => {},
    fatal: () => {},
  };

  private read(entry: unknown, [line]: unknown[]): void {
    const { tnx } = entry as { tnx?: string };
    if (tnx === 'message' || (tnx === 'server' && /^354\b/.test(String(line)))) this.handedOver = true;
  }
}
