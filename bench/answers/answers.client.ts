/** A found passage of {@link AnswersClient.search}; `source` is what {@link AnswersClient.addSource} returned. */
export interface FoundPassage {
  readonly source: string;
}

export interface ChatAnswer {
  readonly outcome: 'answered' | 'no_answer';
  readonly citations: readonly {
    readonly source: string;
    readonly quote: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/** An agent with knowledge, however it is reached. Made for one agent; nothing is shared between two. */
export interface AnswersClient {
  /** Adds a plain text as a source and waits until it serves. */
  addSource(name: string, text: string): Promise<string>;
  search(question: string, limit: number): Promise<readonly FoundPassage[]>;
  /** A turn of a new conversation. */
  ask(question: string): Promise<ChatAnswer>;
  close(): Promise<void>;
}
