import { MESSAGE_ROLES } from '../../conversations/conversation.types';

/** The items of a conversation: messages, and the notes of members. */
export const ITEM_ROLES = [...MESSAGE_ROLES, 'note'] as const;
export type ItemRole = (typeof ITEM_ROLES)[number];

/** A message or a note. */
export interface ConversationItem {
  id: string;
  role: ItemRole;
  /** Null: no member wrote it. */
  authorMemberId: string | null;
  createdAt: Date;
}
