import type { ConversationChannel, ConversationStatus, MessageRole } from '../../conversations/conversation.types';
import type { SnippetPart } from './snippet';

export const FOUND_KINDS = ['message', 'note', 'subject', 'file'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** A text that was looked at. */
export interface SearchedText {
  /** Of the message, the note, the conversation or the attachment: the order of all of them. */
  id: string;
  kind: FoundKind;
  conversationId: string;
  messageId: string | null;
  role: MessageRole | null;
  at: Date;
  /** Null: the filter excludes it. */
  content: string | null;
  /** Where quoted text begins, in UTF-16 code units; null: there is none. */
  quotedFrom: number | null;
}

export interface FoundText extends Omit<SearchedText, 'content' | 'quotedFrom'> {
  snippet: SnippetPart[];
}

/** An absent field matches everything. */
export interface SearchFilter {
  agentId?: string;
  channel?: ConversationChannel;
  status?: ConversationStatus;
  label?: string;
  contactId?: string;
  role?: MessageRole;
  from?: string;
  to?: string;
  hasFile?: boolean;
}

/** Texts with ids below the one and not below the other. */
export interface SearchRange {
  below: string;
  notBelow: string;
}
