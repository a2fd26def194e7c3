/** A piece of text as it is drawn: on a page that is upright, with x to the right and y down, in points. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly right: number;
  /** Of its baseline. */
  readonly y: number;
  readonly size: number;
  /** In a font whose characters are all of one width, as code is. */
  readonly isCode: boolean;
}

/** Runs that stand together on a line, apart from others on it. */
export interface PdfCell {
  text: string;
  readonly x: number;
  right: number;
}

export interface PdfLine {
  readonly cells: PdfCell[];
  readonly x: number;
  right: number;
  readonly y: number;
  /** Of its last line, where its cells have several. */
  bottom: number;
  /** That of its longest run; a bullet has a size of its own. */
  size: number;
  longest: number;
  isCode: boolean;
}

export interface PdfPage {
  readonly height: number;
  readonly lines: PdfLine[];
}

/** An entry of the outline that viewers show beside a document. */
export interface OutlineEntry {
  readonly title: string;
  /** 0 for those that are not under another one. */
  readonly depth: number;
}

export interface PdfContent {
  readonly title: string | null;
  readonly outline: readonly OutlineEntry[];
  readonly pages: readonly PdfPage[];
}

export type PdfBlock =
  | { readonly kind: 'heading'; text: string; readonly level: number }
  | { readonly kind: 'paragraph'; text: string }
  | { readonly kind: 'item'; text: string; readonly depth: number; readonly number: number | null }
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly isHead: boolean; readonly isFirst: boolean }
  | { readonly kind: 'code'; text: string };

export function textOf({ cells }: PdfLine): string {
  return cells.map(({ text }) => text).join(' ');
}
