import { DocumentTooLarge } from '../../common/text/document-too-large';
import { readXml } from './office-files';
import { MOST_CELLS } from './read-csv';
import type { SheetFormats } from './sheet-formats';
import { unescapedXml } from './sheet-strings';
import type { SheetCell, SheetRow } from './sheet-html';

/** Of Excel. */
const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;
/** Columns of a sheet that are read; further to the right nothing is a table any more. */
const LAST_COLUMN = 1_000;
const MOST_MERGES = 20_000;
const MOST_SPANNED = 2_000;
const MOST_HIDDEN = 1_000;
const REFERENCE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/;
/** A string is written for each cell that has it. */
const MOST_CHARACTERS = 20_000_000;

interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

type Grid = Map<number, Map<number, SheetCell>>;

/** Reads sheets of one workbook, whose cells are bounded together. */
export class SheetReader {
  private cells = 0;
  private characters = 0;

  constructor(
    private readonly strings: readonly string[],
    private readonly formats: SheetFormats,
  ) {}

  /** What the reader of the sheet sees: no hidden rows or columns; formulas by their values. */
  rowsOf(xml: string | undefined): SheetRow[] {
    const grid: Grid = new Map();
    const hidden = { rows: new Set<number>(), columns: [] as [number, number][] };
    const merges: Area[] = [];
    let row = 0;
    let column = 0;
    let cell: Readonly<Record<string, string>> = {};
    let value = '';
    let isValue = false;
    let isStruck = false;
    readXml(xml, {
      open: (name, of) => {
        if (name === 'col' && isUnseen(of, 'width') && hidden.columns.length < MOST_HIDDEN)
          hidden.columns.push([Number(of['min']), Number(of['max'])]);
        if (name === 'row') {
          row = of['r'] === undefined ? row + 1 : Number(of['r']);
          column = 0;
          if (isUnseen(of, 'ht')) hidden.rows.add(row);
        }
        if (name === 'c') {
          column = placeOf(of['r'] ?? '')?.column ?? column + 1;
          [cell, value] = [of, ''];
        }
        if (name === 'mergeCell' && merges.length < MOST_MERGES) merges.push(...areaOf(of['ref'] ?? ''));
        if (name === 'r' || name === 'c') isStruck = false;
        if (name === 'strike' && isTrue(of['val'] ?? '1')) isStruck = true;
        isValue = name === 'v' || (name === 't' && !isStruck);
      },
      text: (text) => {
        if (isValue) value += text;
      },
      close: (name) => {
        isValue = false;
        if (name === 'c') this.put(grid, row, column, this.read(cell, value));
      },
    });
    return visible(grid, hidden, merges);
  }

  private read({ t: type = 'n', s: style }: Readonly<Record<string, string>>, value: string): SheetCell {
    if (type === 's')
      return { text: this.formats.isStruck(style) ? '' : (this.strings[Number(value)] ?? ''), isText: true };
    if (type === 'e' || this.formats.isStruck(style)) return { text: '', isText: false };
    if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', isText: false };
    if (type === 'n')
      return { text: this.formats.shown(value, style), isText: false, isDate: this.formats.isDate(style) };
    if (type === 'd')
      return { text: value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' '), isText: false, isDate: true };
    return { text: unescapedXml(value), isText: true };
  }

  private put(grid: Grid, row: number, column: number, cell: SheetCell): void {
    if (cell.text.trim() === '' || column > LAST_COLUMN || !(row >= 1 && row <= MOST_ROWS)) return;
    this.cells += 1;
    this.characters += cell.text.length;
    if (this.cells > MOST_CELLS) throw new DocumentTooLarge(`more than ${MOST_CELLS} cells`);
    if (this.characters > MOST_CHARACTERS) throw new DocumentTooLarge(`more than ${MOST_CHARACTERS} characters`);
    const cells = grid.get(row);
    if (cells) cells.set(column, cell);
    else grid.set(row, new Map([[column, cell]]));
  }
}

/** Rows in order, with an empty one for each gap, and as wide as the furthest cell. */
function visible(
  grid: Grid,
  hidden: { rows: ReadonlySet<number>; columns: readonly (readonly [number, number])[] },
  merges: readonly Area[],
): SheetRow[] {
  let last = 0;
  for (const cells of grid.values()) for (const column of cells.keys()) last = Math.max(last, column);
  const isShown = (column: number): boolean => !hidden.columns.some(([from, to]) => column >= from && column <= to);
  const columns = Array.from({ length: last }, (_, at) => at + 1).filter(isShown);
  const numbers = [...grid.keys()].filter((row) => !hidden.rows.has(row)).sort((left, right) => left - right);
  const merged = new MergedCells(merges, columns, new Set(numbers));
  const rows: SheetRow[] = [];
  for (const [at, number] of numbers.entries()) {
    const above = numbers[at - 1] ?? number;
    if (number > above + 1 && !merged.covers(above + 1)) rows.push([]);
    const cells = grid.get(number)!;
    rows.push(columns.map((column) => merged.spanned(cells.get(column), number, column)));
  }
  return rows;
}

/** Cells that span others, as far as those are shown. */
class MergedCells {
  private readonly areas: ReadonlyMap<string, Area>;
  private readonly covered = new Set<number>();

  constructor(
    merges: readonly Area[],
    private readonly columns: readonly number[],
    private readonly rows: ReadonlySet<number>,
  ) {
    this.areas = new Map(merges.map((area) => [`${area.top} ${area.left}`, area]));
    for (const { top, bottom } of merges) {
      for (let row = top + 1; row <= lastOf(top, bottom) && this.covered.size < MOST_CELLS; row += 1)
        this.covered.add(row);
    }
  }

  /** Whether a row without cells of its own belongs to one above. */
  covers(row: number): boolean {
    return this.covered.has(row);
  }

  spanned(cell: SheetCell | undefined, row: number, column: number): SheetCell | undefined {
    const area = cell && this.areas.get(`${row} ${column}`);
    if (!cell || !area) return cell;
    const across = this.columns.filter((one) => one >= area.left && one <= area.right).length;
    let down = 1;
    for (let below = row + 1; below <= lastOf(area.top, area.bottom); below += 1) if (this.rows.has(below)) down += 1;
    return { ...cell, columns: Math.max(1, across), rows: down };
  }
}

/** No value stands for more rows than that. */
function lastOf(top: number, bottom: number): number {
  return Math.min(bottom, top + MOST_SPANNED);
}

function areaOf(reference: string): Area[] {
  const [from, to] = reference.split(':', 2).map(placeOf);
  return from && to ? [{ top: from.row, left: from.column, bottom: to.row, right: to.column }] : [];
}

function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters, row] = REFERENCE.exec(reference) ?? [];
  if (letters === undefined) return null;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return column > MOST_COLUMNS ? null : { row: Number(row), column };
}

/** Hidden, or as wide or high as nothing. */
function isUnseen(of: Readonly<Record<string, string>>, size: string): boolean {
  return isTrue(of['hidden']) || Number(of[size] ?? 1) === 0;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
