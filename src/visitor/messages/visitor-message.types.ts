import type { CompletedTurn } from '../../chat/turn-caller.types';
import type { Block } from './blocks';

export interface CitationView {
  index: number;
  title: string;
  url: string | null;
  quote: string;
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
  edited: boolean;
  createdAt: Date;
}

export interface TurnForVisitor extends Omit<CompletedTurn, 'message' | 'citations'> {
  message: VisitorMessageView | null;
  citations: CitationView[];
}
