import type { PdfBlock, PdfCell, PdfLine } from './pdf.types';

/** Rows that make a table; a single line in columns is none. */
const FEWEST_ROWS = 2;
/** In sizes of the font. */
const ALIGNED = 0.5;
const NEXT_ROW = 4;

/** The rows of the table that begins with a line, and where it ends; null where none does. */
export function tableAt(lines: readonly PdfLine[], from: number): { blocks: PdfBlock[]; end: number } | null {
  const first = lines[from]!;
  if (!isRow(first)) return null;
  const rows: PdfCell[][] = [first.cells.map((cell) => ({ ...cell }))];
  let end = from + 1;
  for (; end < lines.length; end += 1) {
    const [before, line] = [lines[end - 1]!, lines[end]!];
    if (line.isCode || line.y <= before.y || line.y - before.bottom > NEXT_ROW * line.size) break;
    if (isContinued(rows, line)) continueRow(rows.at(-1)!, line);
    else if (isRow(line) && sharesColumns(first, line)) rows.push(line.cells.map((cell) => ({ ...cell })));
    else break;
  }
  if (rows.length < FEWEST_ROWS) return null;
  const columns = columnsOf(rows);
  const isHead = rows[0]!.every(({ text }) => !/\p{Nd}/u.test(text));
  const blocks = rows.map((row, index): PdfBlock => ({
    kind: 'row',
    cells: inColumns(row, columns),
    isHead: isHead && index === 0,
    isFirst: index === 0,
  }));
  return { blocks, end };
}

function isRow({ cells, isCode }: PdfLine): boolean {
  // A text with a marker before it is an item.
  return (
    !isCode && cells.length > 1 && !(cells.length === 2 && /^(?:[^\p{L}\p{N}]|\d{1,3}[.)])$/u.test(cells[0]!.text))
  );
}

function sharesColumns(first: PdfLine, line: PdfLine): boolean {
  const near = (left: PdfCell, right: PdfCell): boolean =>
    Math.min(Math.abs(left.x - right.x), Math.abs(left.right - right.right)) < ALIGNED * line.size ||
    Math.abs(left.x + left.right - right.x - right.right) < 2 * ALIGNED * line.size;
  return line.cells.filter((cell) => first.cells.some((of) => near(of, cell))).length > 1;
}

/** The next line of cells that go on: close to the one before, with nothing in the first column. */
function isContinued(rows: readonly PdfCell[][], line: PdfLine): boolean {
  const row = rows.at(-1)!;
  return line.x > row[0]!.right && line.cells.every((cell) => row.some(({ x }) => Math.abs(x - cell.x) < line.size));
}

function continueRow(row: PdfCell[], line: PdfLine): void {
  for (const cell of line.cells) {
    const of = row.find(({ x }) => Math.abs(x - cell.x) < line.size)!;
    of.text += ` ${cell.text}`;
    of.right = Math.max(of.right, cell.right);
  }
}

/** Those of the row that has most. */
function columnsOf(rows: readonly PdfCell[][]): readonly PdfCell[] {
  return rows.reduce((most, row) => (row.length > most.length ? row : most));
}

/** A PDF does not draw empty cells: the others stand where their columns do. */
function inColumns(row: readonly PdfCell[], columns: readonly PdfCell[]): string[] {
  const texts = columns.map(() => '');
  let next = 0;
  for (const cell of row) {
    const rest = columns.slice(next);
    const distance = (of: PdfCell): number => Math.min(Math.abs(of.x - cell.x), Math.abs(of.right - cell.right));
    const nearest = rest.reduce((best, of, at) => (distance(of) < distance(rest[best]!) ? at : best), 0);
    const at = Math.min(next + nearest, columns.length - 1);
    texts[at] = texts[at] ? `${texts[at]} ${cell.text}` : cell.text;
    next = Math.min(at + 1, columns.length - 1);
  }
  return texts;
}
