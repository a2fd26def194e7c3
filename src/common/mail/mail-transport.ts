import { inSpan } from '../tracing/spans';
import type { Delivery } from './delivery.types';

/** An outgoing email: the bytes of RFC 5322 and the envelope of RFC 5321. */
export interface OutgoingMail {
  id: string;
  createdAt: Date;
  from: string;
  to: string;
  bytes: Buffer;
  /** Whether to request reports of failure and delay with the id (RFC 3461). */
  reports?: boolean;
}

/** Sends emails. */
export abstract class MailTransport {
  /**
   * Makes one attempt. Never throws. It awaits `handingOver` before it sends the first byte of the email, so that the record of
   * `handingOver` exists whenever the email could have been delivered. If `handingOver` throws, nothing was sent. `signal` aborts
   * when the process shuts down, after which the attempt has a limited grace period.
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
