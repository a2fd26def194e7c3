import { inSpan } from '../tracing/spans';
import type { Delivery } from './delivery.types';

/** A mail as it goes out: bytes of RFC 5322, and the envelope of RFC 5321. */
export interface OutgoingMail {
  id: string;
  createdAt: Date;
  from: string;
  to: string;
  bytes: Buffer;
  /** Whether the servers on the way are asked to report failure and delay, with the id (RFC 3461). */
  reports?: boolean;
}

/** Where mail goes. */
export abstract class MailTransport {
  /**
   * One attempt; never throws. `handingOver` is awaited before the first byte of the mail leaves: what it writes down is
   * there whenever the mail may have been delivered. Where it throws, nothing was handed over. It has come to its end
   * when the attempt has. `signal`: the process is to end, so the attempt has only a grace left.
   */
  send(mail: OutgoingMail, handingOver: () => Promise<void>, signal: AbortSignal): Promise<Delivery> {
    return inSpan({ name: 'mail', role: 'client', facts: { 'parley.mail': mail.id } }, async (span) => {
      const delivery = await this.attempt(mail, handingOver, signal);
      span?.add({ 'parley.outcome': delivery.outcome });
      return delivery;
    });
  }

  protected abstract attempt(
    mail: OutgoingMail,
    handingOver: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<Delivery>;
}
