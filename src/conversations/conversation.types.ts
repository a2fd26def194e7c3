import type { FileFacts } from '../files/file.types';
import type { CitationDto } from '../models/citation.dto';

export const MESSAGE_ROLES = ['customer', 'agent', 'human', 'system'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

export const ANSWER_OUTCOMES = ['answered', 'no_answer', 'handed_off'] as const;
/** What an answer of the agent is for the customer. */
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

export const CONVERSATION_HANDLERS = ['agent', 'human'] as const;
export type ConversationHandler = (typeof CONVERSATION_HANDLERS)[number];

export const CONVERSATION_CHANNELS = ['widget', 'email'] as const;
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number];

export const CONVERSATION_STATUSES = ['open', 'waiting', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const SENDER_RELATIONS = ['contact', 'participant', 'external'] as const;
/** Relation of a sender to a conversation: its contact, another recipient of the contact's mail, or a third person. */
export type SenderRelation = (typeof SENDER_RELATIONS)[number];

export const SENDER_VERDICTS = ['verified', 'unverified', 'unknown'] as const;
/** Whether the sender of a mail is authentic: `unverified` failed the check, `unknown` was not checked. */
export type SenderVerdict = (typeof SENDER_VERDICTS)[number];

/** The sender of a message that arrived by mail. */
export interface MessageSender {
  name: string | null;
  /** Lower case. */
  address: string;
  relation: SenderRelation;
  verified: SenderVerdict;
}

export const REPLY_STATUSES = ['queued', 'sending', 'sent', 'undone', 'failed', 'uncertain', 'bounced'] as const;
export type ReplyStatus = (typeof REPLY_STATUSES)[number];

/** The purpose of a reply: it answers the customer, asks back, or announces that an answer will follow. */
export const REPLY_TYPES = [
  'substantive',
  'clarification',
  'policy_refusal',
  'acknowledgement',
  'routing',
  'handoff',
] as const;
export type ReplyType = (typeof REPLY_TYPES)[number];

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

/** A message in short, as lists show it. */
export interface MessageBeginning {
  id: string;
  role: MessageRole;
  /** The first 1,000 characters. */
  beginning: string;
  authorMemberId: string | null;
  /** ISO 8601 */
  createdAt: string;
}

/** A message that customer and workspace have exchanged, as it is quoted. */
export interface ExchangedMessage {
  id: string;
  role: 'customer' | 'agent' | 'human';
  content: string;
  /** Whether the text is longer. */
  isCut: boolean;
  sender: MessageSender | null;
  authorMemberId: string | null;
  createdAt: Date;
}

/** A conversation and its newest messages, as a chat turn reads them. */
export interface ConversationState {
  id: string;
  handler: ConversationHandler;
  consecutiveNoAnswers: number;
  /** The newest messages, oldest first. */
  recent: { role: MessageRole; content: string }[];
}

/** The conversation of a mail's token address or Message-ID. */
export interface MailConversation {
  workspaceId: string;
  id: string;
  agentId: string;
  /** Null: the customer is unknown. */
  contactId: string | null;
}

/** A conversation whose row is locked: no other transaction changes it until this one ends. */
export interface LockedConversation extends MailConversation {
  status: ConversationStatus;
  handler: ConversationHandler;
  consecutiveNoAnswers: number;
  /** Closed for more than seven days: the customer's next message starts another conversation. */
  isOver: boolean;
  /** Its contact is blocked. */
  isBlocked: boolean;
  /** The conversation that it is about; null: it is with a customer. */
  parentConversationId: string | null;
}

/** A conversation of the widget, as its visitor sees it. */
export interface VisitorConversationState {
  id: string;
  contactId: string | null;
  status: ConversationStatus;
  handler: ConversationHandler;
  assigneeMemberId: string | null;
  /** As of {@link LockedConversation}. */
  isOver: boolean;
  isBlocked: boolean;
}

/** The same in a list. */
export interface ListedVisitorConversation extends Pick<
  VisitorConversationState,
  'id' | 'status' | 'handler' | 'assigneeMemberId'
> {
  /** ISO 8601 */
  lastMessageAt: string;
  /** The first 1,000 characters of the newest message that the visitor may see; empty if there is none. */
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
  /** In the order of the request that wrote the message. */
  attachments: FileFacts[];
}

/** Whether the text of a message is Markdown: of answers of the agent, and of replies in the widget. An email is plain text. */
export function isMarkdown({ role, channel }: { role: string; channel: string | null }): boolean {
  return role === 'agent' || (role === 'human' && channel === 'widget');
}

/** A conversation to begin. Those by email are with people; agents answer in the widget only. */
export interface NewConversation {
  workspaceId: string;
  agentId: string;
  contactId: string | null;
  channel: ConversationChannel;
  subject: string | null;
  /** The closed conversation that it continues. */
  previousConversationId: string | null;
  /** Begins closed: no member has to look after it. */
  isClosed: boolean;
  /** The conversation that it is about; absent: none. */
  parentConversationId?: string;
  assigneeMemberId?: string | null;
}

/** A message of a chat turn. */
export interface NewMessage {
  turnId: string;
  role: MessageRole;
  content: string;
  /** Of an answer of the agent. */
  outcome?: AnswerOutcome;
  citations?: readonly CitationDto[];
}

/** How a conversation changes with the messages of a chat turn. */
export interface AfterMessages {
  consecutiveNoAnswers: number;
  handOver: boolean;
  /** The contact who wrote; null: unknown. */
  contactId: string | null;
  /** The contact is blocked: status, version and activity stay as they are. */
  isBlocked: boolean;
}

export interface MessageAt {
  id: string;
  createdAt: Date;
}

/** A message that a member writes; the customer does not see it until `sentAt` is set. */
export interface NewReplyMessage {
  workspaceId: string;
  conversationId: string;
  channel: ConversationChannel;
  content: string;
  authorMemberId: string;
}

/** A mail as the conversation shows it. */
export interface NewMailMessage {
  role: 'customer' | 'system';
  content: string;
  sender: MessageSender | null;
  automatic: boolean;
  fromBlocked: boolean;
  /** As of a message. */
  quotedFrom: number | null;
  /** As its sender dates it. */
  writtenAt: Date | null;
  forwardedByMemberId: string | null;
}

export interface ConversationParticipant {
  /** Lower case. */
  address: string;
  name: string | null;
}

/** One agent's conversations that an erasure has deleted. */
export interface ErasedOfAgent {
  agentId: string;
  conversations: number;
  messages: number;
  ids: string[];
}
