/** The timeout of each phase of an email, in milliseconds. SMTP_URL can change them: `smtp://host?commandTimeout=5000`. */
export interface SmtpTimeouts {
  /** Name look-up and connection. */
  connectionTimeout: number;
  greetingTimeout: number;
  /** The reply to a command. */
  commandTimeout: number;
  /** The reply to DATA. */
  dataTimeout: number;
  /** From the reply to DATA until the last byte of the email is sent. */
  transferTimeout: number;
  /** The reply to the email. RFC 5321 §4.5.3.2.6 requires ten minutes, because a shorter timeout can cause a second delivery. */
  acceptanceTimeout: number;
}

export const SMTP_TIMEOUTS: Readonly<SmtpTimeouts> = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  commandTimeout: 30_000,
  dataTimeout: 2 * 60_000,
  transferTimeout: 3 * 60_000,
  acceptanceTimeout: 10 * 60_000,
};

type Logger = Record<'level' | 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', Log>;
type Log = (entry: unknown, ...text: unknown[]) => void;
const nothing: Log = () => {};

type Wait = 'commandTimeout' | 'dataTimeout' | 'transferTimeout' | 'acceptanceTimeout';

/**
 * Tracks the progress of an email in nodemailer's log, because its errors do not contain it, and applies a timeout for each phase,
 * because nodemailer has one timeout for all of them.
 */
export class SmtpPhases {
  /**
   * Whether the dot that ends the email was sent, so that the server could have accepted it. A server discards an email if the
   * connection ends before the dot (RFC 5321 §4.1.1.10).
   */
  dotWritten = false;

  readonly logger: Logger = {
    level: nothing,
    trace: nothing,
    debug: (entry, ...text) => this.read(entry, text),
    info: (entry, ...text) => this.read(entry, text),
    warn: nothing,
    error: nothing,
    fatal: nothing,
  };

  /** Commands without a reply, oldest first. With PIPELINING there can be several. */
  private readonly unanswered: Wait[] = [];
  private transferring = false;
  private timer: NodeJS.Timeout | undefined;
  private ended = false;

  constructor(
    private readonly timeouts: SmtpTimeouts,
    private readonly overdue: () => void,
  ) {}

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private read(entry: unknown, [line]: unknown[]): void {
    if (this.ended) return;
    const { tnx } = entry as { tnx?: string };
    switch (tnx) {
      case 'client':
        this.unanswered.push(line === 'DATA' ? 'dataTimeout' : 'commandTimeout');
        // Earlier commands still wait for their replies, and their timeout is running.
        if (this.unanswered.length === 1) this.wait();
        return;
      case 'server':
        this.transferring = this.unanswered.shift() === 'dataTimeout' && /^[23]/.test(String(line));
        return this.wait();
      case 'message':
        this.dotWritten = true;
        return this.wait();
    }
  }

  private wait(): void {
    clearTimeout(this.timer);
    const wait = this.dotWritten
      ? 'acceptanceTimeout'
      : this.transferring
        ? 'transferTimeout'
        : (this.unanswered[0] ?? 'commandTimeout');
    this.timer = setTimeout(this.overdue, this.timeouts[wait]);
  }
}
