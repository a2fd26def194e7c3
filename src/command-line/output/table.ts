import stringWidth from 'string-width';
import type { CommandColumn } from '../capability';
import { cellOf, fieldOf, isRecord } from './fields';
import { columnText } from './forms';
import { onOneLine } from './printable';
import type { Paint } from './style';

export interface TableOptions {
  /** In characters. Infinite if lines may have any length. */
  width: number;
  /** Fields that the caller requested. Null if none. */
  fields: readonly string[] | null;
  /** Fields to show if none were requested. Default: those that the records have. */
  columns?: readonly string[] | null;
  /** Columns that the operation declares, if no fields were requested. */
  layout?: readonly CommandColumn[] | null;
  /** Put the number of each row first, so that other commands can use it. */
  numbered?: boolean;
  /** Fields that are the same in every row, because the caller named them. */
  known: readonly string[];
  paint: Paint;
}

interface Column {
  title: string;
  width: number;
  /** Half an identifier or half a time is useless. */
  canBeCut: boolean;
  text(record: unknown, row: number): string;
}

const GAP = 2;
const WIDEST = 40;
const READABLE = 16;
const NARROWEST = 6;

/** Prints records as lines of a terminal, with as many fields as fit. Pages of one list share their columns. */
export class Table {
  private columns: Column[] | null = null;
  private rows = 0;

  constructor(private readonly options: TableOptions) {}

  /** The next rows. The first call puts the names of the columns before them. */
  async lines(rows: readonly unknown[]): Promise<string> {
    if (rows.length === 0) return '';
    const head = this.columns ? [] : [this.chooseColumns(rows).map(({ title }) => title)];
    const columns = this.columns!;
    const cells = rows.map((row, at) => columns.map((column) => onOneLine(column.text(row, this.rows + at + 1))));
    this.rows += rows.length;
    return this.laidOut([...head, ...cells], columns, head.length > 0);
  }

  private chooseColumns(rows: readonly unknown[]): Column[] {
    const { width, fields, numbered = false } = this.options;
    const all = fields !== null || width === Infinity;
    const natural = this.wantedColumns(rows).flatMap((column) => {
      const cells = rows.map((row) => onOneLine(column.text(row, 1)));
      if (!all && cells.every((cell) => cell === '')) return [];
      const widest = Math.max(stringWidth(column.title), ...cells.map((cell) => stringWidth(cell)));
      return [{ ...column, width: fields ? widest : Math.min(widest, WIDEST) }];
    });
    const numbers = numbered && !fields ? [numberColumn(rows.length)] : [];
    const rest = width - totalOf(numbers) - (numbers.length > 0 ? GAP : 0);
    this.columns = [...numbers, ...(fields ? narrowed(natural, rest, NARROWEST) : fitting(natural, rest))];
    return this.columns;
  }

  private wantedColumns(rows: readonly unknown[]): Column[] {
    const { fields, columns, layout, known } = this.options;
    if (layout && !fields) {
      const now = Date.now();
      return layout.map((column) => ({
        title: onOneLine(column.title.toUpperCase()),
        width: 0,
        canBeCut: column.as === 'text',
        text: (record) => columnText(record, column, now),
      }));
    }
    const wanted = fields ?? columns ?? fieldsByInterest(rows).filter((field) => !known.includes(field));
    return wanted.map((field) => ({
      title: heading(field),
      width: 0,
      canBeCut: !/^id$|Id$|At$/.test(field),
      text: (record) => cellOf(fieldOf(record, field)),
    }));
  }

  private async laidOut(rows: string[][], columns: readonly Column[], hasHead: boolean): Promise<string> {
    const { default: CliTable } = await import('cli-table3');
    const table = new CliTable({
      chars: NO_BORDERS,
      style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
      colWidths: columns.map(({ width }) => width + GAP),
      wordWrap: false,
    });
    table.push(...rows);
    const lines = table
      .toString()
      .split('\n')
      .map((line) => line.trimEnd());
    if (hasHead) lines[0] = this.options.paint('dim', lines[0] ?? '');
    return `${lines.join('\n')}\n`;
  }
}

/** Narrows text columns first, as long as they stay readable. Then drops the last columns, down to two. */
function fitting(columns: readonly Column[], width: number): Column[] {
  for (let count = columns.length; count > 2; count--) {
    const shown = narrowed(columns.slice(0, count), width, READABLE, ({ canBeCut }) => canBeCut);
    if (totalOf(shown) <= width) return shown;
  }
  return narrowed(columns.slice(0, 2), width, NARROWEST);
}

/** Narrows the widest columns first, until all fit or none is wider than the minimum. */
function narrowed(
  columns: readonly Column[],
  width: number,
  least: number,
  gives: (column: Column) => boolean = () => true,
): Column[] {
  const shown = columns.map((column) => ({ ...column }));
  while (totalOf(shown) > width) {
    const [widest] = shown.filter((column) => column.width > least && gives(column)).sort((a, b) => b.width - a.width);
    if (!widest) break;
    widest.width--;
  }
  return shown;
}

function totalOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP, -GAP);
}

/** Later pages may have more digits than the first. */
function numberColumn(rows: number): Column {
  const width = Math.max(2, String(rows).length);
  return { title: '#', width, canBeCut: false, text: (_record, row) => String(row) };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const NAMES = ['name', 'title', 'label', 'email', 'subject', 'question', 'text'];

/** Identifier and name first, then short and informative fields. References, times and lists last. */
function fieldsByInterest(rows: readonly unknown[]): string[] {
  const samples = new Map<string, unknown>();
  for (const row of rows) {
    for (const [field, value] of Object.entries(isRecord(row) ? row : {})) {
      if (!isRecord(value) && (samples.get(field) ?? null) === null) samples.set(field, value);
    }
  }
  const rank = ([field, value]: [string, unknown]): number => {
    if (field === 'id') return 0;
    if (NAMES.includes(field)) return 1;
    if (Array.isArray(value)) return 5;
    if (typeof value === 'string' && UUID.test(value)) return 4;
    return typeof value === 'string' && INSTANT.test(value) ? 3 : 2;
  };
  return [...samples].sort((a, b) => rank(a) - rank(b)).map(([field]) => field);
}

/** `lastSeenAt` is LAST SEEN AT. */
function heading(field: string): string {
  return onOneLine(field.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase());
}

const NO_BORDERS = Object.fromEntries(
  [
    'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right',
    'left left-mid mid mid-mid right right-mid middle',
  ]
    .flatMap((names) => names.split(' '))
    .map((name) => [name, '']),
);
