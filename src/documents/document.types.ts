/** The kind of a block; a list and a table are the row of blocks that are their items and rows. */
export const BLOCK_KINDS = ['paragraph', 'item', 'row', 'code'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Characters of all headings above a passage together. */
export const LONGEST_HEADING = 300;

/** The properties of a block beside its place. */
export interface BlockShape {
  readonly kind: BlockKind;
  /** Lists and tables, counted through the document; what stands inside an item belongs to its list. */
  readonly group?: number;
  /** Of an item of a numbered list, as it is shown. */
  readonly number?: number;
  /** How deep in lists it stands: 0 for an item of an outer list. */
  readonly depth?: number;
  /** Of a row: what its columns are called, without markup. */
  readonly columns?: readonly string[];
  /** Of code: the language that its author names. */
  readonly language?: string;
}

/** A paragraph, an item of a list, a row of a table or a block of code, in UTF-16 offsets into the document's text. */
export interface Block extends BlockShape {
  readonly start: number;
  readonly end: number;
  /** Headings above it, outermost first, with the titles of tabs and notes; for a question and answer the question. */
  readonly headings: readonly string[];
  /** The anchor of its section in an address, after `#`; absent for blocks under the first heading of a page. */
  readonly anchor?: string;
  /** The start of the text before it that belongs to it: the header of a table before the first row. */
  readonly opens?: number;
}

/** How a document's text is written. */
export type Notation = 'markdown' | 'plain';

/**
 * The result of reading an upload. `text` has to be stored: all offsets of chunks and citations are UTF-16
 * code units into it, as JavaScript's `slice` takes them. Plain text and Markdown are stored as they came (only
 * characters that PostgreSQL cannot store are replaced, one for one); HTML as the text that a reader would see.
 */
export interface ReadableDocument {
  readonly text: string;
  readonly notation: Notation;
  /** Of Markdown: where reference links lead to, by {@link referenceLabel}. */
  readonly references?: Readonly<Record<string, string>>;
  /** The title that the document gives itself, if any. */
  readonly title: string | null;
  /** In order, without overlap. */
  readonly blocks: readonly Block[];
}

/** A block of a passage, in offsets into the passage's text. */
export interface PassageBlock extends BlockShape {
  readonly start: number;
  readonly end: number;
}

/** How a passage is built. */
export interface PassageStructure {
  readonly notation: Notation;
  /** Where the reference links in it lead to. */
  readonly references?: Readonly<Record<string, string>>;
  /** {@link Block.anchor} of all its blocks. */
  readonly anchor?: string;
  readonly blocks: readonly PassageBlock[];
}

/** A passage to be indexed; `text.slice(start, end)` of its document is `body`. */
export interface Chunk {
  readonly ordinal: number;
  readonly heading: string;
  readonly body: string;
  readonly start: number;
  readonly end: number;
  readonly structure: PassageStructure;
}
