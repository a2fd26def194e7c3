import { MESSAGE_ROLES } from '../../conversations/conversation.types';

/** What stands in a conversation: what was said, and what members wrote down for each other. */
export const ITEM_ROLES = [...MESSAGE_ROLES, 'note'] as const;
export type ItemRole = (typeof ITEM_ROLES)[number];

/** A message or a note, as far as what is about it needs to know. */
export interface NamedMessage {
  id: string;
  role: ItemRole;
  /** Null: no member. */
  authorMemberId: string | null;
  createdAt: Date;
}
