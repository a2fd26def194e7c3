import type { VisitorConversationState } from '../../inbox/visitor-conversations.types';

/** A conversation of the visitor, with where it is. */
export interface OwnConversation extends VisitorConversationState {
  workspaceId: string;
  lastSeq: number;
  readSeq: number;
}

export interface ListedConversation {
  id: string;
  status: 'open' | 'waiting' | 'closed';
  handler: 'agent' | 'human';
  person: { name: string | null } | null;
  unreadCount: number;
  lastMessageAt: string;
  preview: string;
}
