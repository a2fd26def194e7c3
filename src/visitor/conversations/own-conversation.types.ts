import type { VisitorConversationState } from '../../conversations/conversation.types';

/** A conversation of the visitor, with where it is. */
export interface OwnConversation extends VisitorConversationState {
  workspaceId: string;
  lastSeq: number;
  readSeq: number;
}

/** The same before it is sure to be followed. `progress`: null where a server has begun it, and no visitor has seen it yet. */
export interface FoundConversation extends VisitorConversationState {
  workspaceId: string;
  progress: Pick<OwnConversation, 'lastSeq' | 'readSeq'> | null;
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
