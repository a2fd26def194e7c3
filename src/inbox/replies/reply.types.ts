export const REPLY_STATUSES = ['queued', 'sending', 'sent', 'undone', 'failed', 'uncertain', 'bounced'] as const;
export type ReplyStatus = (typeof REPLY_STATUSES)[number];

/** What a reply is to the customer: whether it answers them, asks back, or only says that somebody will. */
export const REPLY_TYPES = [
  'substantive',
  'clarification',
  'policy_refusal',
  'acknowledgement',
  'routing',
  'handoff',
] as const;
export type ReplyType = (typeof REPLY_TYPES)[number];

export interface ReplyKey {
  workspaceId: string;
  conversationId: string;
  messageId: string;
}

/** What a report of failed delivery says; null where it says nothing of the kind. */
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

/** How it was found out what became of a reply that was uncertain. */
export interface ReplySettlement {
  /** Null: an incoming mail proved it. */
  memberId: string | null;
  outcome: SettledOutcome | 'bounced';
  /** In the member's words; null where mail proved it. */
  reason: string | null;
  /** ISO 8601 */
  at: string;
}

/** A reply as incoming mail is brought together with it. */
export interface SentReply extends ReplyKey {
  agentId: string;
  status: ReplyStatus;
  /** The one bare address that it went to. */
  recipient: string;
}

/** What incoming mail is about. `revision`: the one that its Message-ID names; null where it names only the message. */
export interface EvidenceOf {
  workspaceId: string;
  messageId: string;
  revision: number | null;
}

/** A reply that this process may send until its lease ends. */
export interface ReplyClaim extends ReplyKey {
  /** Tells this claim from an earlier or later one of the same reply. */
  fence: string;
}
