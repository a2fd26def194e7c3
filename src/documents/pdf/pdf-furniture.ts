import { type PdfContent, type PdfLine, type PdfPage, textOf } from './pdf.types';

/** Of the height of a page, above and below, where headers and footers stand. */
const MARGIN = 0.15;
/** Lines of each that are looked at. */
const MOST_LINES = 4;
/** In sizes of the font: beyond the distance of lines that belong together. */
const GAP = 1.7;
/** Points that the same line of two pages may be apart. */
const SAME_PLACE = 4;
const PLACES = [-1, 0, 1];
/** Pages that say the same in the same place; of a document with fewer pages all of them. */
const REPEATED = 3;
/** An entry of a table of contents: a title, dots, and a page. */
const ENTRY = /(?:\.\s?){4,}(\d{1,4})$/;
const FEWEST_ENTRIES = 3;
/** Of what is looked at. */
const LONGEST_ENTRY = 200;

/** The pages without what stands on many of them, and without tables of contents. */
export function withoutFurniture({ pages }: PdfContent): PdfPage[] {
  const seen = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    const keys = marginal(page).flatMap((line) => [keyOf(line), ...numberKeys(line, index)]);
    for (const key of new Set(keys)) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const least = Math.max(2, Math.min(REPEATED, pages.length));
  const isRepeated = (line: PdfLine, index: number): boolean =>
    PLACES.reduce((sum, off) => sum + (seen.get(keyOf(line, off)) ?? 0), 0) >= least ||
    numberKeys(line, index).some((key) => (seen.get(key) ?? 0) >= least);
  return pages.map((page, index) => {
    const dropped = new Set(marginal(page).filter((line) => isRepeated(line, index)));
    const lines = page.lines.filter((line) => !dropped.has(line));
    return { ...page, lines: withoutContents(lines, pages.length) };
  });
}

/** Lines above and below the text of the page. */
function marginal({ height, lines }: PdfPage): PdfLine[] {
  const down = [...lines].sort((left, right) => left.y - right.y);
  const top = beforeGap(down).filter(({ y }) => y < MARGIN * height);
  const bottom = beforeGap(down.reverse()).filter(({ y }) => y > (1 - MARGIN) * height);
  return [...new Set([...top, ...bottom])];
}

/** Lines as they come from one side, to the first gap; none where they go on into the text. */
function beforeGap(lines: readonly PdfLine[]): PdfLine[] {
  const gap = lines.findIndex((line, at) => {
    const next = lines[at + 1];
    return next === undefined || Math.abs(next.y - line.y) > GAP * line.size;
  });
  return gap < MOST_LINES ? lines.slice(0, gap + 1) : [];
}

/** Its text without numbers, which count pages, and its place. */
function keyOf(line: PdfLine, off = 0): string {
  const words = textOf(line)
    .toLowerCase()
    .replace(/\p{Nd}+|\b[ivxlc]+\b/gu, '#');
  return `${Math.round(line.y / SAME_PLACE) + off} ${words}`;
}

/** A number at either end of a line that grows with the pages, even if the line also names a chapter. */
function numberKeys(line: PdfLine, index: number): string[] {
  const text = textOf(line);
  const numbers = [/^\d{1,4}\b/.exec(text), /\b\d{1,4}$/.exec(text)].flatMap((found) =>
    found ? [Number(found[0])] : [],
  );
  return numbers.map((number) => `${Math.round(line.y / SAME_PLACE)} + ${number - index}`);
}

function withoutContents(lines: readonly PdfLine[], pages: number): PdfLine[] {
  const entries = new Set(
    lines.filter((line) => Number(ENTRY.exec(textOf(line).slice(-LONGEST_ENTRY))?.[1] ?? Infinity) <= pages),
  );
  return entries.size < FEWEST_ENTRIES ? [...lines] : lines.filter((line) => !entries.has(line));
}
