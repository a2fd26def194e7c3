import type { ReplyStatus } from '../../conversations/conversation.types';
import type { DispositionCode } from '../../support/support-request.types';

export const RECIPIENT_KINDS = ['to', 'cc', 'bcc'] as const;
/** The header that names a recipient. No header names a recipient in `bcc`. */
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

export interface ReplyRecipient {
  kind: RecipientKind;
  /** One bare address in lower case. */
  address: string;
}

export interface ReplyKey {
  workspaceId: string;
  conversationId: string;
  messageId: string;
}

/** A report of failed delivery; null: the report does not contain the field. */
export interface DeliveryReport {
  smtpCode: number | null;
  /** RFC 3463 */
  enhancedCode: string | null;
  /** One line, cut. */
  text: string;
}

export interface ReplyBounce extends DeliveryReport {
  /** ISO 8601 */
  at: string;
}

/** What holds a reply back that is due. */
export const HELD_BY = ['scan'] as const;
export type HeldBy = (typeof HELD_BY)[number];

export const SETTLED_OUTCOMES = ['sent', 'failed'] as const;
export type SettledOutcome = (typeof SETTLED_OUTCOMES)[number];

/** How an uncertain reply was settled. */
export interface ReplySettlement {
  /** Null: an incoming mail settled it. */
  memberId: string | null;
  outcome: SettledOutcome | 'bounced';
  /** The member's reason; null: an incoming mail settled it. */
  reason: string | null;
  /** ISO 8601 */
  at: string;
}

/** How the conversation of a reply is closed once it is sent: its live support requests end so. */
export interface ReplyClosing {
  /** The author of the reply. */
  memberId: string;
  disposition: DispositionCode;
  note: string | null;
}

/** The delivery of a reply to one person that incoming mail is about. */
export interface SentReply extends ReplyKey {
  agentId: string;
  /** Null: the delivery to the first recipient. */
  deliveryId: string | null;
  status: ReplyStatus;
  /** The bare address that it was sent to. */
  recipient: string;
  /** Further recipients. */
  others: number;
}

/** The delivery that incoming mail is about. `revision`: that of the Message-ID; null: the mail names only the message. */
export interface EvidenceOf {
  workspaceId: string;
  messageId: string;
  /** Null or absent: that to the first recipient. */
  deliveryId?: string | null;
  revision: number | null;
}

/** A reply that a process may send until its lease ends. */
export interface ReplyClaim extends ReplyKey {
  /** Differs between the claims of a reply. */
  fence: string;
}

/** The same of a delivery to a further recipient. */
export interface DeliveryClaim extends ReplyClaim {
  id: string;
  address: string;
}

/** What a member can do with a reply. */
export type ReplyAction = 'undo' | 'edit' | 'retry' | 'settle';
