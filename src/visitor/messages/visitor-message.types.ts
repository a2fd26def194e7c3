import type { CompletedTurn, TurnStarted } from '../../chat/turn.types';
import type { Block } from '../../common/text/block.types';
import type { FileFacts } from '../../files/file.types';

export interface CitationView {
  index: number;
  title: string;
  url: string | null;
  quote: string;
}

/** A section of a source that a visitor without an answer may have meant. */
export interface SuggestionView {
  title: string;
  url: string | null;
}

/** A message as its visitor sees it. */
export interface VisitorMessageView {
  id: string;
  seq: number;
  from: 'visitor' | 'agent' | 'person';
  authorName: string | null;
  content: string;
  blocks: readonly Block[];
  citations: CitationView[];
  /** null unless the message is without an answer. */
  suggestions: SuggestionView[] | null;
  attachments: FileFacts[];
  edited: boolean;
  createdAt: Date;
}

export interface TurnForVisitor extends Omit<CompletedTurn, 'requestId' | 'message' | 'citations' | 'suggestions'> {
  requestId: string;
  message: VisitorMessageView | null;
  citations: CitationView[];
  suggestions: SuggestionView[];
}

/** An event of a turn, with the fields that a visitor may see. */
export type VisitorTurnEvent =
  | TurnStarted<{ readonly turnId: string; readonly requestId: string }>
  | { readonly event: 'message.delta'; readonly data: { readonly text: string } }
  | { readonly event: 'citation'; readonly data: CitationView }
  | { readonly event: 'turn.completed'; readonly data: TurnForVisitor };
