/** Events that members receive live, and can receive again later. */
export const INBOX_EVENT_TYPES = [
  'conversation.created',
  'conversation.updated',
  'message.created',
  'message.updated',
  'note.created',
  'label.updated',
  'label.removed',
  'support_request.created',
  'support_request.updated',
  'sla.imminent',
  'sla.breached',
] as const;
export type InboxEventType = (typeof INBOX_EVENT_TYPES)[number];

/** A stream can continue within this time after an earlier one ended. */
export const EVENTS_KEPT_DAYS = 7;

/** An event that members receive only live. */
export const TYPING = 'conversation.typing';

/** An event of a conversation. `messageId` names the message or the note. */
export interface ConversationHappening {
  workspaceId: string;
  agentId: string;
  conversationId: string;
  type: Exclude<InboxEventType, `label.${string}`> | typeof TYPING;
  messageId?: string;
  supportRequestId?: string;
  /** The milestone of the support request that was missed or soon will be. */
  milestone?: string;
  /** The member who types; absent: the visitor. */
  memberId?: string;
  /** Whether the typing goes on. */
  typing?: boolean;
}

/** An event of a label, for every member of the workspace. */
export interface LabelHappening {
  workspaceId: string;
  labelId: string;
  type: Extract<InboxEventType, `label.${string}`>;
}

/** An entry of members' streams. */
export type InboxHappening = ConversationHappening | LabelHappening;
