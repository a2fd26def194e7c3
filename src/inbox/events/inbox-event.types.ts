/** What members hear of live. */
export const INBOX_EVENT_TYPES = [
  'conversation.created',
  'conversation.updated',
  'message.created',
  'message.updated',
  'note.created',
] as const;
export type InboxEventType = (typeof INBOX_EVENT_TYPES)[number];

/** Something that happened in a conversation. `messageId` for what happened to a message or a note. */
export interface InboxHappening {
  workspaceId: string;
  agentId: string;
  conversationId: string;
  type: InboxEventType;
  messageId?: string;
}
