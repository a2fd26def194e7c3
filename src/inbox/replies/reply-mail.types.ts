/** Whom a reply by mail goes to and how it is threaded: decided when the reply is written, whatever changes afterwards. */
export interface ReplyEnvelope {
  /** One bare address. */
  recipient: string;
  /** Shown before the service's own address in `From`. */
  fromName: string;
  /** Where the customer's answer goes: the conversation's token address; null where no inbound mail is set up. */
  replyTo: string | null;
  subject: string;
  /** Message-IDs with their angle brackets. */
  inReplyTo: string | null;
  references: string[];
}

/** One revision of a reply, as it leaves. */
export interface OutgoingReply {
  workspaceId: string;
  conversationId: string;
  messageId: string;
  revision: number;
  content: string;
  createdAt: Date;
  envelope: ReplyEnvelope;
}

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
 * handed over without a definite answer, so sending again might deliver it twice.
 */
export type ReplyDelivery =
  | { outcome: 'sent'; serverMessageId: string | null }
  | { outcome: 'refused'; final: boolean; failure: DeliveryFailure }
  | { outcome: 'uncertain'; failure: DeliveryFailure };
