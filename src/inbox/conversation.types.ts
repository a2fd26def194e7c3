export type MessageRole = 'customer' | 'agent' | 'human' | 'system';

export type ConversationHandler = 'agent' | 'human';

export const CONVERSATION_CHANNELS = ['widget', 'email'] as const;
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number];

export const CONVERSATION_STATUSES = ['open', 'waiting', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** A conversation in the profile of its contact; instants are ISO 8601. */
export interface ConversationSummary {
  id: string;
  agentId: string;
  channel: ConversationChannel;
  status: ConversationStatus;
  subject: string | null;
  lastMessageAt: string;
  createdAt: string;
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

/** What an erasure took of one agent's conversations. */
export interface ErasedOfAgent {
  agentId: string;
  conversations: number;
  messages: number;
  /** Conversations that had been handed to people. */
  handedOff: number;
}

/** What becomes of a conversation with new messages. */
export interface AfterMessages {
  consecutiveNoAnswers: number;
  handOver: boolean;
  /** Who wrote; null: nobody said. */
  contactId: string | null;
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
