/** A paragraph, list, table or block of code, in UTF-16 offsets into the document's text. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** Headings above it, outermost first; for a question and answer the question. */
  readonly headings: readonly string[];
}

/**
 * What a reader makes of an upload. `text` is what has to be stored: all offsets of chunks and citations are UTF-16
 * code units into it, as JavaScript's `slice` takes them. Plain text and Markdown are stored as they came (only
 * characters that PostgreSQL cannot store are replaced, one for one); HTML as the text that a reader would see.
 */
export interface ReadableDocument {
  readonly text: string;
  /** What the document calls itself, where it does. */
  readonly title: string | null;
  readonly blocks: readonly Block[];
}

/** A passage to be indexed; `text.slice(start, end)` of its document is `body`. */
export interface Chunk {
  readonly ordinal: number;
  readonly heading: string;
  readonly body: string;
  readonly start: number;
  readonly end: number;
}
