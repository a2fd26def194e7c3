/** Whom a reply by mail goes to and how it is threaded. */
export interface ReplyAddress {
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

/** The same, with what its author signs with: decided when the reply is written, whatever changes afterwards. */
export interface ReplyEnvelope extends ReplyAddress {
  signature: string | null;
  /** The day in UTC on which it was counted as a mail to somebody who is not verified; absent: it was not. */
  countedOn?: string | null;
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

/** A reply fails, and ends, as every mail does. */
export {
  DELIVERY_FAILURE_CLASSES,
  type Delivery as ReplyDelivery,
  type DeliveryFailure,
  type DeliveryFailureClass,
} from '../../common/mail/delivery.types';
