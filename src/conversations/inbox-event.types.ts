import type { StreamPosition } from '../inbox/events/stream-position';

/** What members hear of live, and can hear again later. */
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

/** How long a stream can go on from where an earlier one ended. */
export const EVENTS_KEPT_DAYS = 7;

/** What is of interest at that moment only. */
export const TYPING = 'conversation.typing';

/** What a stream tells of itself. */
export const STREAM_EVENT_TYPES = ['stream.opened', 'stream.reset', 'stream.lagged'] as const;
export type StreamEventType = (typeof STREAM_EVENT_TYPES)[number];

/** Something that happened in a conversation. `messageId` for what happened to a message or a note. */
export interface ConversationHappening {
  workspaceId: string;
  agentId: string;
  conversationId: string;
  type: Exclude<InboxEventType, `label.${string}`> | typeof TYPING;
  messageId?: string;
  /** What happened to a support request of the conversation. */
  supportRequestId?: string;
  /** Of the support request, what has run out or is about to. */
  milestone?: string;
  /** Who types, or no longer does. */
  memberId?: string;
  typing?: boolean;
}

/** Something that happened to a label, which is every member's. */
export interface LabelHappening {
  workspaceId: string;
  labelId: string;
  type: Extract<InboxEventType, `label.${string}`>;
}

export type InboxHappening = ConversationHappening | LabelHappening;

/** A happening as it is told, to those who see its agent; `agentId` null: to everybody. */
export interface ToldEvent {
  position: StreamPosition;
  type: InboxEventType | typeof TYPING;
  agentId: string | null;
  /** Null with a label. */
  conversationId: string | null;
  /** Of who types; null for everything else. */
  typing: boolean | null;
  /** Who need not be told. */
  memberId: string | null;
  /** JSON. */
  data: string;
}
