import { type OutlineEntry, type PdfLine, type PdfPage, textOf } from './pdf.types';

/** Of the size of body text. */
const LARGER = 1.12;
const LONGEST = 200;
const DEEPEST = 6;

export interface HeadingLevels {
  /** 1 to 6; null for what is no heading. */
  of(line: PdfLine): number | null;
}

/** A heading is what the outline names, and what is larger than body text; of two sizes the larger one is above. */
export function headingLevels(pages: readonly PdfPage[], outline: readonly OutlineEntry[]): HeadingLevels {
  const lines = pages.flatMap((page) => page.lines);
  const body = bodySize(lines);
  const titles = new Map(outline.map(({ title, depth }) => [nameOf(title), depth]));
  const isLarger = (line: PdfLine): boolean =>
    line.size > LARGER * body && !line.isCode && line.cells.length < 3 && isName(textOf(line));
  const sizes = [...new Set(lines.filter(isLarger).map(sizeOf))].sort((left, right) => right - left);
  return {
    of: (line) => {
      const text = textOf(line);
      if (!isName(text)) return null;
      const depth = titles.get(nameOf(text));
      if (depth !== undefined && line.size >= body) return Math.min(depth + 1, DEEPEST);
      return isLarger(line) ? Math.min(sizes.indexOf(sizeOf(line)) + 1, DEEPEST) : null;
    },
  };
}

function isName(text: string): boolean {
  return text.length <= LONGEST && /\p{L}/u.test(text);
}

/** An outline may leave out the number of a chapter, and lines may part words otherwise. */
function nameOf(text: string): string {
  return text
    .replace(/^\s*(?:\d+\.)*\d*\.?\s+/, '')
    .replace(/\s+/g, '')
    .toLowerCase();
}

function sizeOf({ size }: PdfLine): number {
  return Math.round(size * 2) / 2;
}

/** The value that most characters have. */
function bodySize(lines: readonly PdfLine[]): number {
  const characters = new Map<number, number>();
  for (const line of lines) characters.set(sizeOf(line), (characters.get(sizeOf(line)) ?? 0) + textOf(line).length);
  const [[size] = [0]] = [...characters].sort(([, left], [, right]) => right - left);
  return size;
}
