export const MESSAGE_ROLES = ['customer', 'agent', 'human', 'system'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

export const CONVERSATION_HANDLERS = ['agent', 'human'] as const;
export type ConversationHandler = (typeof CONVERSATION_HANDLERS)[number];

export const CONVERSATION_CHANNELS = ['widget', 'email'] as const;
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number];

export const CONVERSATION_STATUSES = ['open', 'waiting', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const SENDER_RELATIONS = ['contact', 'participant', 'external'] as const;
/** To the conversation: its contact, somebody whom the contact wrote to as well, or anybody else. */
export type SenderRelation = (typeof SENDER_RELATIONS)[number];

export const SENDER_VERDICTS = ['verified', 'unverified', 'unknown'] as const;
/** Whether a mail comes from whom it says: `unverified` has failed the check, `unknown` was not checked. */
export type SenderVerdict = (typeof SENDER_VERDICTS)[number];

/** Who sent a message by mail. */
export interface MessageSender {
  name: string | null;
  /** Lower case. */
  address: string;
  relation: SenderRelation;
  verified: SenderVerdict;
}

export const CONVERSATION_SORTS = ['activity', 'created'] as const;
export type ConversationSort = (typeof CONVERSATION_SORTS)[number];

/** Conversations of a list, where nobody asks for more or fewer. */
export const USUAL_PAGE = 50;

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
}

/** What becomes of a conversation with new messages. */
export interface AfterMessages {
  consecutiveNoAnswers: number;
  handOver: boolean;
  /** Who wrote; null: nobody said. */
  contactId: string | null;
  /** Who wrote is blocked: the conversation stays as it was. */
  isBlocked: boolean;
}

export interface MessageAt {
  id: string;
  createdAt: Date;
}

/** What a turn decides by, once no other turn can change it. */
export interface LockedConversation {
  handler: ConversationHandler;
  consecutiveNoAnswers: number;
  /** Closed for so long that whoever writes begins anew. */
  isOver: boolean;
  /** Its contact is blocked. */
  isBlocked: boolean;
}

/** A conversation that a signed address or a Message-ID leads to. */
export interface MailConversation {
  workspaceId: string;
  id: string;
  agentId: string;
  contactId: string | null;
}

/** What an incoming mail decides by, once nobody else can change it. */
export interface LockedMailConversation extends MailConversation {
  status: ConversationStatus;
  /** Closed for so long that whoever writes begins anew. */
  isOver: boolean;
}

/** A mail as the conversation shows it. */
export interface NewMailMessage {
  role: 'customer' | 'system';
  content: string;
  sender: MessageSender | null;
  automatic: boolean;
  fromBlocked: boolean;
  quotedFrom: number | null;
  writtenAt: Date | null;
  attachments: readonly NewAttachment[];
}

export interface NewAttachment {
  fileName: string;
  mediaType: string;
  /** Shown within the text, which refers to it. */
  inline: boolean;
  bytes: Uint8Array;
}

export interface ConversationParticipant {
  /** Lower case. */
  address: string;
  name: string | null;
}
