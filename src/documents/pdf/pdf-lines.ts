import { normalForm } from '../../common/text/normal-form';
import { superscript } from '../html/superscripts';
import type { PdfCell, PdfLine, PdfRun } from './pdf.types';

/** In sizes of the font. A gap that wide is a space; one that wide parts columns. */
const SPACE = 0.15;
const COLUMNS = 1.5;
/** How far a superscript is above its line. */
const SAME_LINE = 0.5;
/** A superscript is so much smaller than its line, and so far above it. */
const SMALLER = 0.9;
const RAISED = 0.15;
const LONGEST_SUPERSCRIPT = 8;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Letters as they are drawn within words, from left to right. */
const DRAWN_LETTERS = /[\uFB50-\uFDFF\uFE70-\uFEFC]/;
/** How far a run may begin before the end of the one before: kerning, and bold that is drawn twice. */
const OVERLAP = 0.6;
/** Lines that a cell of a table may have. */
const LONGEST_CELL = 8;

/** Lines beside each other, in the order in which they were drawn: columns of a page are drawn one after the other. */
export function linesOf(runs: readonly PdfRun[]): PdfLine[] {
  const lines: PdfLine[] = [];
  for (const drawn of runs) {
    const run = inReadingOrder(drawn);
    const last = lines.at(-1);
    if (last && isBeside(last, run)) append(last, asSuperscript(run, last));
    else lines.push(lineOf(run));
  }
  return rowsOf(lines);
}

/** Arabic that is stored as it is drawn: its letters, from the last to the first. */
function inReadingOrder(run: PdfRun): PdfRun {
  if (!DRAWN_LETTERS.test(run.text)) return run;
  return { ...run, text: normalForm(Array.from(run.text).reverse().join(''), 'NFKC') };
}

/** The number of a footnote, or a power: no part of the word before it. */
function asSuperscript(run: PdfRun, line: PdfLine): PdfRun {
  const isRaised = run.size < SMALLER * line.size && line.y - run.y > RAISED * line.size;
  const text = run.text.trim();
  if (!isRaised || text.length > LONGEST_SUPERSCRIPT) return run;
  return { ...run, text: superscript(text, line.cells.at(-1)!.text.slice(-1)) };
}

/** Whether a run is read before the text to its left. */
function goesBefore(text: string, run: string): boolean {
  const both = `${text.slice(0, 200)}${run}`;
  return RIGHT_TO_LEFT.test(both) && !LEFT_TO_RIGHT.test(both);
}

function isBeside(line: PdfLine, run: PdfRun): boolean {
  const size = Math.max(line.size, run.size);
  return Math.abs(line.y - run.y) < SAME_LINE * size && run.x > line.right - OVERLAP * size;
}

function lineOf({ text, x, right, y, size, isCode }: PdfRun): PdfLine {
  return { cells: [{ text: text.trim(), x, right }], x, right, y, bottom: y, size, longest: text.length, isCode };
}

function append(line: PdfLine, run: PdfRun): void {
  const gap = run.x - line.right;
  const last = line.cells.at(-1)!;
  if (line.isCode && run.isCode) {
    last.text += `${' '.repeat(Math.max(0, Math.round(gap / widthOf(run))))}${run.text}`;
  } else if (gap > COLUMNS * line.size && !/^(?:\.\s?)+$/.test(run.text)) {
    line.cells.push({ text: run.text.trim(), x: run.x, right: run.right });
  } else if (goesBefore(last.text, run.text)) {
    last.text = `${run.text}${gap > SPACE * line.size ? ' ' : ''}${last.text}`.replace(/\s+/g, ' ');
  } else {
    last.text += `${gap > SPACE * line.size || /\s$/.test(last.text) ? ' ' : ''}${run.text}`.replace(/\s+/g, ' ');
  }
  const cell = line.cells.at(-1)!;
  cell.right = Math.max(cell.right, run.right);
  line.right = Math.max(line.right, run.right);
  line.isCode &&= run.isCode;
  if (run.text.length > line.longest) [line.longest, line.size] = [run.text.length, run.size];
}

function widthOf({ text, x, right, size }: PdfRun): number {
  return (right - x) / text.length || size / 2;
}

/**
 * Tables are often drawn cell by cell, each with all of its lines: the next cell begins where the last one did, to the right
 * of it. So does the next column of a page, but that is longer than a cell.
 */
function rowsOf(lines: readonly PdfLine[]): PdfLine[] {
  const rows: PdfLine[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const recent = rows.slice(-LONGEST_CELL);
    const row = recent.slice(recent.findLastIndex((of) => isLevel(of, line)));
    const end = isLevel(row[0], line) && isRightOf(row, line) ? endOfCell(lines, at) : at;
    if (end === at || end - at > LONGEST_CELL) {
      rows.push({ ...line, cells: [...line.cells] });
      at += 1;
    } else {
      rows.splice(-row.length, row.length, merged(row, lines.slice(at, end)));
      at = end;
    }
  }
  return rows;
}

function isLevel(row: PdfLine | undefined, line: PdfLine): boolean {
  if (!row) return false;
  return Math.abs(row.y - line.y) < SAME_LINE * Math.max(row.size, line.size) && row.x < line.x;
}

function isRightOf(rows: readonly PdfLine[], line: PdfLine): boolean {
  return rows.every((row) => row.right <= line.x + 1);
}

/** The end of lines that stand under each other. */
function endOfCell(lines: readonly PdfLine[], from: number): number {
  let end = from + 1;
  while (end < lines.length) {
    const [before, line] = [lines[end - 1]!, lines[end]!];
    const isUnder =
      line.y > before.y && line.y - before.y < 2 * before.size && Math.abs(line.x - before.x) < before.size;
    if (!isUnder) break;
    end += 1;
  }
  return end;
}

/** A row whose last cell so far has one line or several, with the next cell. */
function merged(row: readonly PdfLine[], cell: readonly PdfLine[]): PdfLine {
  const [first] = row;
  const before = row.length > 1 && first!.cells.length === 1 ? [stacked(row)] : underEachOther(row);
  const added = cell.length === 1 ? cell[0]!.cells : [stacked(cell)];
  const bottom = Math.max(...[...row, ...cell].map((line) => line.bottom));
  return { ...first!, cells: [...before, ...added], right: Math.max(...added.map(({ right }) => right)), bottom };
}

/** The cells of the first line; those of the others go on with the one that they stand under. */
function underEachOther([first, ...others]: readonly PdfLine[]): PdfCell[] {
  const cells = first!.cells.map((cell) => ({ ...cell }));
  for (const { text, x, right } of others.flatMap((line) => line.cells)) {
    const above = cells.findLast((cell) => cell.x <= x + 1) ?? cells[0]!;
    above.text += ` ${text}`;
    above.right = Math.max(above.right, right);
  }
  return cells;
}

function stacked(lines: readonly PdfLine[]): PdfCell {
  const cells = lines.flatMap((line) => line.cells);
  return {
    text: cells.map(({ text }) => text).join(' '),
    x: Math.min(...cells.map(({ x }) => x)),
    right: Math.max(...cells.map(({ right }) => right)),
  };
}
