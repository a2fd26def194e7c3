/** How long each phase of a mail may take, in milliseconds; SMTP_URL may give others: `smtp://host?commandTimeout=5000`. */
export interface SmtpTimeouts {
  /** Looking the server up and connecting. */
  connectionTimeout: number;
  greetingTimeout: number;
  /** The reply to a command. */
  commandTimeout: number;
  /** The reply to DATA. */
  dataTimeout: number;
  /** From that reply to the last byte of the mail. */
  transferTimeout: number;
  /** The reply to the mail, which RFC 5321 §4.5.3.2.6 gives ten minutes: who gives up earlier sends it twice. */
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
 * Reads in nodemailer's log how far a mail has come, which its errors do not tell, and says when a phase takes too long:
 * nodemailer has one time-out for all of them.
 */
export class SmtpPhases {
  /**
   * The dot that ends the mail has been written, so the server may have taken it. Until then it has not: a connection
   * that ends inside of a mail takes the mail with it (RFC 5321 §4.1.1.10).
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

  /** Commands without a reply, oldest first; with PIPELINING there are several. */
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
        // The replies to the commands before it are still to come, and their time is running.
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
