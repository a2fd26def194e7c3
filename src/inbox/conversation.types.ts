export type MessageRole = 'customer' | 'agent' | 'human' | 'system';

export type ConversationHandler = 'agent' | 'human';

/** Who a customer says to be; becomes a contact's profile. */
export interface Visitor {
  externalId: string;
  name: string | null;
  email: string | null;
}

export interface ConversationState {
  id: string;
  handler: ConversationHandler;
  consecutiveNoAnswers: number;
  /** The newest messages, oldest first. */
  recent: { role: MessageRole; content: string }[];
}

export interface NewMessage {
  id: string;
  turnId: string;
  role: MessageRole;
  content: string;
}

export interface MessageAt {
  id: string;
  createdAt: Date;
}

/** What a turn decides by, once no other turn can change it. */
export interface LockedConversation {
  handler: ConversationHandler;
  consecutiveNoAnswers: number;
  /** Now or before: a conversation counts once as handed over. */
  wasHandedOver: boolean;
}
