/** The answers of the visitor's API, as far as they are shown. */

export interface Citation {
  index: number;
  title: string;
  url: string | null;
  quote: string;
}

/** A small tree that the service makes from Markdown. A text is a string. */
export type Block = string | BlockElement;
export interface BlockElement {
  type: 'p' | 'ul' | 'ol' | 'li' | 'a' | 'strong' | 'em' | 'code' | 'pre' | 'br' | 'table' | 'tr' | 'th' | 'td';
  href?: string;
  children?: Block[];
}

/** A file of a message. */
export interface Attachment {
  id: string;
  fileName: string;
  sizeBytes: number;
  /** Whether it is an image that can be shown in place. */
  previewable: boolean;
  /** Only a file that is ready can be saved. Absent in answers of the version before. */
  status?: 'ready' | 'scanning' | 'infected' | 'failed';
}

export interface Message {
  id: string;
  seq: number;
  from: 'visitor' | 'agent' | 'person';
  authorName: string | null;
  content: string;
  blocks: Block[];
  citations: Citation[];
  /** Absent in answers of the version before. */
  attachments?: Attachment[];
  /** null unless the message is without an answer. */
  suggestions: Suggestion[] | null;
  edited: boolean;
  createdAt: string;
}

export interface Turn {
  turnId: string;
  requestId: string;
  conversationId: string;
  outcome: string;
}

/** A section of a source, offered in place of an answer. */
export interface Suggestion {
  title: string;
  url: string | null;
}

export interface Conversation {
  id: string;
  status: string;
  handler: string;
  unreadCount: number;
  person?: { name: string | null } | null;
}

export interface Session {
  verified: boolean;
}

/** One server-sent event, its data parsed. */
export interface LiveEvent {
  event: string;
  data: Record<string, unknown>;
}
