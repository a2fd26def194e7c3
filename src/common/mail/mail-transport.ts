/** A mail as it goes out: bytes of RFC 5322, and the envelope of RFC 5321. */
export interface OutgoingMail {
  id: string;
  createdAt: Date;
  from: string;
  to: string;
  bytes: Buffer;
}

/**
 * How an attempt ended. `refused`: certainly not delivered; another attempt makes sense unless it is final. `uncertain`:
 * handed over without an answer, so sending it again might deliver it twice.
 */
export type Delivery =
  | { outcome: 'sent' }
  | { outcome: 'refused'; final: boolean; reason: string }
  | { outcome: 'uncertain'; reason: string };

/** Where mail goes; answers within {@link MailTransport.longestSeconds}, and never throws. */
export abstract class MailTransport {
  /** The lease of a mail is longer than this, so that no second process takes it while it is being sent. */
  abstract readonly longestSeconds: number;

  abstract send(mail: OutgoingMail, signal: AbortSignal): Promise<Delivery>;
}
