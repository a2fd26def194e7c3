import type { StreamPosition } from './stream-position';

/** What members hear of live, and can hear again later. */
export const INBOX_EVENT_TYPES = [
  'conversation.created',
  'conversation.updated',
  'message.created',
  'message.updated',
  'note.created',
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
export interface InboxHappening {
  workspaceId: string;
  agentId: string;
  conversationId: string;
  type: InboxEventType | typeof TYPING;
  messageId?: string;
  /** Who types, or no longer does. */
  memberId?: string;
  typing?: boolean;
}

/** A happening as it is told, to those who see its agent. */
export interface ToldEvent {
  position: StreamPosition;
  type: InboxEventType | typeof TYPING;
  agentId: string;
  /** Who need not be told. */
  memberId: string | null;
  /** JSON. */
  data: string;
}
