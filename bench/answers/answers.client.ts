/** What an agent is told. */
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

/** An agent with knowledge, however it is reached. Sources are named by ids of its own. */
export interface AnswersClient {
  /** Adds each as a source and waits until all serve. Their ids, in order. */
  load(sources: readonly SourceText[]): Promise<string[]>;
  /** Sources of the passages found, best first. */
  search(question: string, limit: number): Promise<readonly string[]>;
  /** A turn of a conversation, or of a new one. */
  ask(question: string, conversation?: string): Promise<ChatAnswer>;
  /** What offsets of citations are offsets into. */
  text(source: string): Promise<string>;
}
