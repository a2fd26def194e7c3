import stringWidth from 'string-width';
import { cellOf, fieldOf, isRecord } from './fields';
import { onOneLine } from './printable';
import type { Paint } from './style';

export interface TableOptions {
  /** In characters. Infinite if lines may have any length. */
  width: number;
  /** Fields that the caller requested. Null if none. */
  fields: readonly string[] | null;
  /** Fields to show if none were requested. Default: those that the records have. */
  columns?: readonly string[] | null;
  /** Fields that are the same in every row, because the caller named them. */
  known: readonly string[];
  paint: Paint;
}

interface Column {
  field: string;
  width: number;
}

const GAP = 2;
const WIDEST = 40;
const READABLE = 16;
const NARROWEST = 6;

/** Prints records as lines of a terminal, with as many fields as fit. Pages of one list share their columns. */
export class Table {
  private columns: Column[] | null = null;

  constructor(private readonly options: TableOptions) {}

  /** The next rows. The first call puts the names of the columns before them. */
  async lines(rows: readonly unknown[]): Promise<string> {
    if (rows.length === 0) return '';
    const head = this.columns ? [] : [this.chooseColumns(rows).map(({ field }) => heading(field))];
    const columns = this.columns!;
    const cells = rows.map((row) => columns.map(({ field }) => onOneLine(cellOf(fieldOf(row, field)))));
    return this.laidOut([...head, ...cells], columns, head.length > 0);
  }

  private chooseColumns(rows: readonly unknown[]): Column[] {
    const { width, fields, columns, known } = this.options;
    const wanted = fields ?? columns ?? fieldsByInterest(rows).filter((field) => !known.includes(field));
    const all = fields !== null || width === Infinity;
    const natural = wanted.flatMap((field) => {
      const cells = rows.map((row) => onOneLine(cellOf(fieldOf(row, field))));
      if (!all && cells.every((cell) => cell === '')) return [];
      const widest = Math.max(stringWidth(heading(field)), ...cells.map((cell) => stringWidth(cell)));
      return [{ field, width: fields ? widest : Math.min(widest, WIDEST) }];
    });
    this.columns = fields ? narrowed(natural, width, NARROWEST) : fitting(natural, width);
    return this.columns;
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
    const shown = narrowed(columns.slice(0, count), width, READABLE, isText);
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

/** Only texts can be cut: half an identifier or half a time is useless. */
function isText({ field }: Column): boolean {
  return !/^id$|Id$|At$/.test(field);
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
