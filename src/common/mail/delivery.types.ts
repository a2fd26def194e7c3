export const DELIVERY_FAILURE_CLASSES = [
  'refused',
  'unreachable',
  'tls',
  'authentication',
  'too_large',
  'timeout',
  'connection_lost',
] as const;
export type DeliveryFailureClass = (typeof DELIVERY_FAILURE_CLASSES)[number];

/** Why an attempt failed. `text` is the server's own, one line, cut; null codes where it said none. */
export interface DeliveryFailure {
  class: DeliveryFailureClass;
  smtpCode: number | null;
  /** RFC 3463 */
  enhancedCode: string | null;
  text: string;
}

/**
 * How an attempt ended. `refused`: certainly not delivered; another attempt makes sense unless it is `final`. `uncertain`:
 * handed over without a definite answer, so sending again might deliver it twice. `serverMessageId`: the Message-ID that
 * the server gave the mail in place of its own, where it says so.
 */
export type Delivery =
  | { outcome: 'sent'; serverMessageId: string | null }
  | { outcome: 'refused'; final: boolean; failure: DeliveryFailure }
  | { outcome: 'uncertain'; failure: DeliveryFailure };
