import type { ReplyStatus } from '../../conversations/conversation.types';
import type { DispositionCode } from '../../support/support-request.types';

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

/** A reply that incoming mail is about. */
export interface SentReply extends ReplyKey {
  agentId: string;
  status: ReplyStatus;
  /** The bare address that it was sent to. */
  recipient: string;
}

/** The message that incoming mail is about. `revision`: that of the Message-ID; null: the mail names only the message. */
export interface EvidenceOf {
  workspaceId: string;
  messageId: string;
  revision: number | null;
}

/** A reply that a process may send until its lease ends. */
export interface ReplyClaim extends ReplyKey {
  /** Differs between the claims of a reply. */
  fence: string;
}
