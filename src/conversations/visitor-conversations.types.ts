import type { ConversationChannel, ConversationHandler, ConversationStatus } from './conversation.types';

/** A conversation of the widget, as far as it matters to its visitor. */
export interface VisitorConversationState {
  id: string;
  contactId: string | null;
  status: ConversationStatus;
  handler: ConversationHandler;
  assigneeMemberId: string | null;
  /** Closed for so long that whoever writes begins anew. */
  isOver: boolean;
  isBlocked: boolean;
}

/** The same in a list; `latest` is the beginning of what was said last. */
export interface ListedVisitorConversation extends Pick<
  VisitorConversationState,
  'id' | 'status' | 'handler' | 'assigneeMemberId'
> {
  lastMessageAt: string;
  latest: string;
}

/** A message that a visitor may see. */
export interface ShownMessage {
  id: string;
  role: 'customer' | 'agent' | 'human';
  channel: ConversationChannel;
  content: string;
  authorMemberId: string | null;
  createdAt: Date;
  edited: boolean;
}
