import { headingLevels, type HeadingLevels } from './pdf-headings';
import { tableAt } from './pdf-tables';
import { type OutlineEntry, type PdfBlock, type PdfLine, type PdfPage, textOf } from './pdf.types';

/** In sizes of the font. */
const INDENTED = 0.8;
/** Of the usual distance of lines: beyond it a paragraph ends. */
const APART = 1.35;
/** Of the width of the text: a line that ends before it, with a sentence, ends its paragraph. */
const SHORT = 0.85;
/** Of body text, of which nearly all lines have it. */
const USUAL_LEADING = 1.2;
const LONGEST_HEADING_LINES = 3;
/** Characters. A longer text is no paragraph, and looking at its end again and again costs the square. */
const LONGEST_PARAGRAPH = 20_000;
/** How much of a text tells how it ends. */
const END = 60;

const BULLET = /^[•◦▪▫■□●○‣⁃–—*·\uF0B7\uF0A7\uF076-]\s+(?=\S)/u;
const NUMBER = /^(\d{1,3})[.)]\s+(?=\S)/;
const SENTENCE_END = /[.!?:;。！？][)"'”’»\]]*$/u;
/** The beginning of a line that continues a sentence. */
const GOES_ON = /^[\p{Ll}\p{Nd}(,;]/u;
const HYPHENATED = /(\p{L}+)[-\u2010\u00AD]$/u;
const COMPOUND = /\p{L}+[-\u2010]\p{L}+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The blocks that the lines of a document form: paragraphs over the ends of lines, columns and pages, items, rows, code. */
export function blocksOf(pages: readonly PdfPage[], outline: readonly OutlineEntry[]): PdfBlock[] {
  const reader = new LineReader(pages, headingLevels(pages, outline));
  for (const { lines } of pages) reader.readPage(lines);
  return reader.blocks;
}

class LineReader {
  readonly blocks: PdfBlock[] = [];
  /** The last line, if its block is open. */
  private before: PdfLine | null = null;
  private headingLines = 0;
  /** Where the markers of the open lists stand, outermost first. */
  private markers: number[] = [];
  private readonly leading: number;
  private right = 0;
  private readonly compounds: ReadonlySet<string>;

  constructor(
    pages: readonly PdfPage[],
    private readonly levels: HeadingLevels,
  ) {
    this.leading = usualLeading(pages);
    const words = pages.flatMap(({ lines }) => lines.flatMap((line) => textOf(line).match(COMPOUND) ?? []));
    this.compounds = new Set(words.map((word) => word.toLowerCase()));
  }

  readPage(lines: readonly PdfLine[]): void {
    this.right = lines.reduce((most, { right }) => Math.max(most, right), 0);
    for (let at = 0; at < lines.length;) {
      const rows = tableAt(lines, at);
      if (rows) {
        this.end();
        this.blocks.push(...rows.blocks);
        at = rows.end;
      } else {
        this.read(lines[at]!);
        at += 1;
      }
    }
  }

  private read(line: PdfLine): void {
    const text = textOf(line).trim();
    const level = this.levels.of(line);
    if (level !== null) return this.heading(line, text, level);
    if (line.isCode) return this.code(line);
    const marker = markerOf(text, this.expected());
    if (marker && (marker.number === null || marker.number === this.expected() || this.isOver(line))) {
      return this.item(line, text.slice(marker.length), marker.number);
    }
    const last = this.blocks.at(-1);
    if (this.before && !this.isOver(line) && (last?.kind === 'paragraph' || last?.kind === 'item')) {
      last.text = this.joined(last.text, text);
    } else {
      this.end();
      this.blocks.push({ kind: 'paragraph', text });
    }
    this.before = line;
  }

  private heading(line: PdfLine, text: string, level: number): void {
    const last = this.blocks.at(-1);
    const goesOn =
      last?.kind === 'heading' &&
      last.level === level &&
      this.before !== null &&
      this.headingLines < LONGEST_HEADING_LINES &&
      line.y > this.before.y &&
      line.y - this.before.y < 2 * line.size &&
      line.size === this.before.size;
    if (goesOn) last.text = this.joined(last.text, text);
    else this.blocks.push({ kind: 'heading', text, level });
    this.headingLines = goesOn ? this.headingLines + 1 : 1;
    this.markers = [];
    this.before = line;
  }

  private code(line: PdfLine): void {
    const [{ text, x, right } = { text: '', x: 0, right: 0 }] = line.cells;
    const last = this.blocks.at(-1);
    const width = (right - x) / Math.max(1, text.length);
    const goesOn = last?.kind === 'code' && this.before?.isCode === true;
    if (!goesOn) {
      this.end();
      this.blocks.push({ kind: 'code', text });
      this.codeFrom = x;
    } else {
      const gap = line.y - this.before!.bottom > 1.8 * this.leading * line.size ? '\n\n' : '\n';
      last.text += `${gap}${' '.repeat(Math.max(0, Math.round((x - this.codeFrom) / (width || 1))))}${text}`;
    }
    this.before = line;
  }

  private codeFrom = 0;

  private item(line: PdfLine, text: string, number: number | null): void {
    while (this.markers.length > 0 && this.markers.at(-1)! > line.x + INDENTED * line.size) this.markers.pop();
    if (this.markers.length === 0 || this.markers.at(-1)! < line.x - INDENTED * line.size) this.markers.push(line.x);
    this.blocks.push({ kind: 'item', text, number, depth: this.markers.length - 1 });
    this.before = line;
  }

  private end(): void {
    this.before = null;
    this.markers = [];
  }

  /** The number that the next item of the open list has. */
  private expected(): number {
    const items = this.blocks.slice(-20).filter((block) => block.kind === 'item');
    const last = this.before && items.findLast(({ depth, number }) => number !== null && depth < this.markers.length);
    return (last?.number ?? 0) + 1;
  }

  /** Whether the open block ends before the line. */
  private isOver(line: PdfLine): boolean {
    const { before } = this;
    const last = this.blocks.at(-1);
    if (!before || before.isCode || Math.abs(before.size - line.size) > 0.1 * line.size) return true;
    if (last?.kind !== 'paragraph' && last?.kind !== 'item') return true;
    if (last.text.length > LONGEST_PARAGRAPH) return true;
    const text = textOf(line);
    const end = last.text.slice(-END);
    const isInside = !SENTENCE_END.test(end);
    // The next column or page.
    if (line.y <= before.bottom) return !(isInside && (GOES_ON.test(text) || HYPHENATED.test(end)));
    if (line.y - before.bottom > APART * this.leading * line.size) return true;
    if (last.kind === 'item')
      return (
        line.x < (this.markers.at(-1) ?? 0) - INDENTED * line.size ||
        (this.endsShort(before, text, isInside) && line.x <= this.markers.at(-1)! + 1)
      );
    return line.x > before.x + INDENTED * line.size || this.endsShort(before, text, isInside);
  }

  private endsShort({ x, right }: PdfLine, next: string, isInside: boolean): boolean {
    return !isInside && right - x < SHORT * (this.right - x) && !GOES_ON.test(next);
  }

  /** Over the end of a line: a word that was broken there is put together again. */
  private joined(before: string, text: string): string {
    const [, broken] = HYPHENATED.exec(before.slice(-END)) ?? [];
    if (broken !== undefined && /^\p{Ll}/u.test(text)) {
      const [next = ''] = /^\p{L}+/u.exec(text) ?? [];
      const keeps = /[-\u2010]$/.test(before) && this.compounds.has(`${broken}-${next}`.toLowerCase());
      return `${keeps ? before : before.slice(0, -1)}${text}`;
    }
    if (UNSPACED.test(before.at(-1) ?? '') && UNSPACED.test(text[0] ?? '')) return `${before}${text}`;
    return `${before} ${text}`;
  }
}

function markerOf(text: string, expected: number): { length: number; number: number | null } | null {
  const bullet = BULLET.exec(text);
  if (bullet) return { length: bullet[0].length, number: null };
  const numbered = NUMBER.exec(text);
  if (!numbered) return null;
  const number = Number(numbered[1]);
  return number === 1 || number === expected ? { length: numbered[0].length, number } : null;
}

/** Of the lines of one size that stand under each other, in sizes. */
function usualLeading(pages: readonly PdfPage[]): number {
  const counts = new Map<number, number>();
  for (const { lines } of pages) {
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1];
      const distance =
        before && !line.isCode && before.size === line.size
          ? Math.round(((line.y - before.bottom) / line.size) * 20) / 20
          : 0;
      if (distance > 0.8 && distance < 2.5) counts.set(distance, (counts.get(distance) ?? 0) + 1);
    }
  }
  const [[usual] = [USUAL_LEADING]] = [...counts].sort(([, left], [, right]) => right - left);
  return usual;
}
