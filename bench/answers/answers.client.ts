/** A source of an agent. */
export interface SourceText {
  readonly name: string;
  readonly text: string;
  /** `markdown` as a file of that type. */
  readonly format: 'plain' | 'markdown';
}

export interface Citation {
  readonly source: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

export interface ChatAnswer {
  readonly outcome: string;
  readonly content: string;
  readonly citations: readonly Citation[];
  readonly conversation: string;
}

/** An agent with sources, independent of the way it is reached. Sources have ids of its own. */
export interface AnswersClient {
  /** Adds each document as a source and waits until all are indexed. Returns their ids, in order. */
  load(sources: readonly SourceText[]): Promise<string[]>;
  /** Sources of the passages found, best first. */
  search(question: string, limit: number): Promise<readonly string[]>;
  /** A turn of a conversation. Without a conversation, starts a new one. */
  ask(question: string, conversation?: string): Promise<ChatAnswer>;
  /** The text that offsets of citations refer to. */
  text(source: string): Promise<string>;
}
