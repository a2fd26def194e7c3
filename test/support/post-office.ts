import { handOver, MAIL_SETTINGS } from '../factories/mail';
import type { Parley } from './parley';
import { type Received, TestSmtpServer } from './smtp-server';

/** A mail on its way, with sender and receiver as the envelope has them; an empty sender is that of a report. */
export type Letter = Pick<Received, 'from' | 'to' | 'raw'>;

/** A person with a mailbox: returns their answers to a mail. */
export type Correspondent = (letter: Letter) => Letter[];

/** More than any exchange here has. Reaching it means a loop. */
const MOST_ROUNDS = 12;

/** The mail server of all: takes from each Parley by SMTP, and delivers by the domain of the recipient. */
export class PostOffice {
  private readonly parleys = new Map<string, Parley>();
  private readonly people = new Map<string, Correspondent>();
  /** How much of what the server received is delivered. */
  private delivered = 0;

  private constructor(private readonly server: TestSmtpServer) {}

  static async open(): Promise<PostOffice> {
    return new PostOffice(await TestSmtpServer.start());
  }

  /** Settings of a Parley whose mail is of this domain. */
  settingsFor(domain: string): Record<string, string> {
    return {
      ...MAIL_SETTINGS,
      // Each knows its own addresses by it.
      SECRET_KEY: `the secret key of ${domain}`.padEnd(64, '.'),
      MAIL_FROM: `Parley <parley@${domain}>`,
      MAIL_REPLY_ADDRESS: `reply+{token}@${domain}`,
      MAIL_BOUNCE_ADDRESS: `bounces+{token}@${domain}`,
      SMTP_URL: `smtp://127.0.0.1:${this.server.port}`,
    };
  }

  /** What comes to the domain goes to this Parley. */
  deliverTo(domain: string, parley: Parley): void {
    this.parleys.set(domain, parley);
  }

  /** What comes to the address goes to this person. */
  knows(address: string, person: Correspondent): void {
    this.people.set(address, person);
  }

  /** How many mails the Parleys have sent by SMTP so far. */
  get sent(): number {
    return this.server.received.length;
  }

  /** Delivers mails and answers, until there are none left. Returns how many mails the Parleys have sent. */
  async settle(): Promise<number> {
    const before = this.delivered;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (const parley of this.parleys.values()) await parley.drain();
      const arrived = this.server.received.slice(this.delivered);
      if (arrived.length === 0) return this.delivered - before;
      this.delivered += arrived.length;
      for (const mail of arrived) await this.deliver(mail);
    }
    throw new Error(`The exchange does not end: ${this.delivered - before} mails have been sent.`);
  }

  close(): Promise<void> {
    return this.server.stop();
  }

  private async deliver({ from, to, raw }: Letter): Promise<void> {
    const parley = this.parleys.get(domainOf(to));
    if (parley) {
      const bytes = Buffer.from(raw, 'latin1');
      const { status } = await handOver(parley, bytes, { recipient: to, sender: from });
      // A mail server returns to its sender what is refused for good.
      if (status !== 202) throw new Error(`The mail to ${to} was answered with ${status}.`);
      return;
    }
    const answers = this.people.get(to)?.({ from, to, raw }) ?? [];
    for (const answer of answers) await this.deliver(answer);
  }
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
