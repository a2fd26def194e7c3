import type { ConversationChannel, ConversationStatus, MessageRole } from '../../conversations/conversation.types';
import type { SnippetPart } from './snippet';

export const FOUND_KINDS = ['message', 'note', 'subject', 'file'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** A text that was looked at. */
export interface SearchedText {
  /** The table that has it. */
  source: string;
  /**
   * The order of all texts: the id of the message, the note, the conversation or the attachment; of an upload, that of the message
   * or note that carries it, a dot and its own.
   */
  place: string;
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

/** Texts below a place, with ids not below the other. */
export interface SearchRange {
  /** A place. */
  below: string;
  notBelow: string;
}
