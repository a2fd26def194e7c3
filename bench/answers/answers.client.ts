import { Passage } from './questions';

export interface Citation {
  readonly source: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

export interface ChatAnswer {
  readonly answered: boolean;
  readonly citations: readonly Citation[];
}

/** An agent with knowledge, however it is reached. Sources are named by ids of its own. */
export interface AnswersClient {
  /** Adds each passage as a source, named by its article, and waits until all serve. Their ids, in order. */
  load(passages: readonly Passage[]): Promise<string[]>;
  /** Sources of the passages found, best first. */
  search(question: string, limit: number): Promise<readonly string[]>;
  /** A turn of a new conversation. */
  ask(question: string): Promise<ChatAnswer>;
  /** What offsets of citations are offsets into. */
  text(source: string): Promise<string>;
}
