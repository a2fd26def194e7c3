export const MAIL_FAILURE_CLASSES = [
  'refused',
  'unreachable',
  'tls',
  'authentication',
  'too_large',
  'timeout',
  'connection_lost',
] as const;
export type MailFailureClass = (typeof MAIL_FAILURE_CLASSES)[number];

/** The last two: no attempt was made, because a file is not clean, or was not scanned in time. */
export const DELIVERY_FAILURE_CLASSES = [...MAIL_FAILURE_CLASSES, 'file_infected', 'scan_unavailable'] as const;
export type DeliveryFailureClass = (typeof DELIVERY_FAILURE_CLASSES)[number];

/** Why an attempt failed. `text` is from the server, shortened to one line. Codes are null if the server sent none. */
export interface DeliveryFailure {
  class: DeliveryFailureClass;
  smtpCode: number | null;
  /** RFC 3463 */
  enhancedCode: string | null;
  text: string;
}

/**
 * The result of an attempt. `refused`: certainly not delivered; it can be retried unless it is `final`. `uncertain`: sent without a
 * definite answer, so a retry could deliver it twice. `serverMessageId`: the Message-ID that the server has assigned instead of
 * the original one, if it reports one.
 */
export type Delivery =
  | { outcome: 'sent'; serverMessageId: string | null }
  | { outcome: 'refused'; final: boolean; failure: DeliveryFailure }
  | { outcome: 'uncertain'; failure: DeliveryFailure };
