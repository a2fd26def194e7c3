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
