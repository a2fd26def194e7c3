import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf, isElement, newElement, setText, textOf } from './html-elements';

/** By the HTML standard (4.9.11). */
const MOST_COLUMNS = 1_000;
const MOST_ROWS = 65_534;
/** Characters of a value that is written again for each header that its cell spans; longer text is no value. */
const LONGEST_VALUE = 500;
/** Of all tables of a document: cells that are written again, and their characters. */
const MOST_COPIES = 200_000;
const MOST_COPIED = 2_000_000;
const LONGEST_GROUP = 120;
const BETWEEN_LEVELS = ' – ';

/** The parts of a table, beside its cells. */
export interface TableShape {
  /** Names of the columns; of several header rows each names a level. Empty where no row names them. */
  readonly columns: readonly string[];
  readonly headers: ReadonlySet<Tree.Element>;
  /** Rows of one cell that name the rows below them. */
  readonly groups: ReadonlySet<Tree.Element>;
  /** Rows of one cell across the table that name nothing: they are of no column. */
  readonly remarks: ReadonlySet<Tree.Element>;
  /** Every row is a name and its value. */
  readonly isList: boolean;
}

interface Row {
  readonly row: Tree.Element;
  readonly cells: readonly Tree.Element[];
  /** Its `<thead>`, `<tbody>` or `<tfoot>`. */
  readonly part: Tree.ParentNode | null;
}

/** The value of a column in a row: of a cell of the row, of one further left that spans the column, or of one above. */
interface Place {
  readonly of: 'cell' | 'left' | 'above';
  readonly text: string;
  readonly element?: Tree.Element;
}

/** A value that goes on below: up to a row, which is not its own any more. */
interface Above extends Pick<Place, 'of' | 'text'> {
  readonly until: number;
}

interface Budget {
  cells: number;
  characters: number;
}

/**
 * Gives each row of each table a cell for each of its columns: the value of a merged cell belongs to all rows and columns that
 * the cell spans. Cells that a row has of another are added to it.
 */
export function spreadTables(root: Tree.ParentNode): ReadonlyMap<Tree.Element, TableShape> {
  const rows = rowsOf(root);
  const budget = { cells: MOST_COPIES, characters: MOST_COPIED };
  return new Map(Array.from(rows, ([table, own]) => [table, spread(own, budget)]));
}

/** Of each table its own rows, not those of tables within it. */
function rowsOf(root: Tree.ParentNode): Map<Tree.Element, Row[]> {
  const found = new Map<Tree.Element, Row[]>();
  for (const row of elementsOf(root)) {
    if (row.tagName !== 'tr') continue;
    const part = row.parentNode;
    const around = part && isElement(part) && part.tagName !== 'table' ? part.parentNode : part;
    if (!around || !isElement(around) || around.tagName !== 'table') continue;
    const cells = row.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
    const known = found.get(around);
    if (known) known.push({ row, cells, part });
    else found.set(around, [{ row, cells, part }]);
  }
  return found;
}

function spread(rows: readonly Row[], budget: Budget): TableShape {
  const grid = new Grid(rows, budget);
  const width = rows.reduce((most, { cells }, at) => Math.max(most, cells.length > 1 ? grid.rows[at]!.length : 0), 0);
  const isWhole = ({ cells }: Row): boolean =>
    cells.length === 1 && width > 1 && spanOf(cells[0]!, 'colspan', MOST_COLUMNS) >= width;
  const top = headerRows(rows);
  const headers = top.filter((row) => !isWhole(row));
  const groups = new Set(rows.filter((row, at) => isWhole(row) && namesGroup(row, rows[at + 1], top.includes(row))));
  const levels = headers.map((row) => grid.rows[rows.indexOf(row)]!);
  const columns = levels.length === 0 ? [] : namesOf(levels);
  if (columns.length > 0)
    grid.addCells(
      rows.filter((row) => !top.includes(row) && !isWhole(row)),
      true,
    );
  else
    grid.addCells(
      rows.filter((row) => !isWhole(row)),
      false,
    );
  return {
    columns,
    headers: new Set(headers.map(({ row }) => row)),
    groups: new Set([...groups].map(({ row }) => row)),
    remarks: new Set(rows.filter((row) => isWhole(row) && !groups.has(row)).map(({ row }) => row)),
    isList: headers.length === 0 && rows.every(({ cells }) => isNameAndValue(cells)),
  };
}

/** Of `<thead>`, else the first rows of nothing but header cells, and the first of them where all rows are. */
function headerRows(rows: readonly Row[]): Row[] {
  const marked = rows.filter(({ part }) => part !== null && isElement(part) && part.tagName === 'thead');
  if (marked.length > 0) return marked.slice(0, 10);
  const end = rows.findIndex(({ cells }) => !areHeaders(cells));
  return rows.slice(0, end < 0 ? 1 : Math.min(end, 10)).filter(({ cells }) => areHeaders(cells));
}

/** The corner above names of rows may be an ordinary cell. Where no cell is marked, strong words name columns. */
function areHeaders(cells: readonly Tree.Element[]): boolean {
  const [first, ...others] = cells;
  if (!first || attribute(first, 'scope').startsWith('row')) return false;
  if (others.length === 0) return first.tagName === 'th';
  return others.every(({ tagName }) => tagName === 'th') || cells.every(isStrong);
}

/** Whether all words of a cell are strong. */
function isStrong(cell: Tree.Element): boolean {
  let element: Tree.Element | undefined = cell;
  for (let depth = 0; element && depth < 4; depth += 1) {
    const shown: Tree.ChildNode[] = element.childNodes.filter(
      (node) => isElement(node) || ('value' in node && node.value.trim() !== ''),
    );
    element = shown.length === 1 && isElement(shown[0]!) ? shown[0] : undefined;
    if (element?.tagName === 'b' || element?.tagName === 'strong') return true;
  }
  return false;
}

function namesGroup({ cells: [cell] }: Row, next: Row | undefined, isTop: boolean): boolean {
  if (!cell || !next || next.cells.length === 0) return false;
  const text = textOf(cell);
  if (text === null) return false;
  return (
    isTop ||
    (next.cells.length > 1 && (cell.tagName === 'th' || (text.length <= LONGEST_GROUP && !/[.!?…]$/.test(text))))
  );
}

function isNameAndValue([name, value, ...others]: readonly Tree.Element[]): boolean {
  return name?.tagName === 'th' && value?.tagName === 'td' && others.length === 0;
}

function namesOf(levels: readonly (readonly Place[])[]): string[] {
  const width = Math.max(...levels.map((level) => level.length));
  return Array.from({ length: width }, (_, column) => {
    const names = levels.map((level) => level[column]?.text ?? '').filter((name) => name !== '');
    return [...new Set(names)].join(BETWEEN_LEVELS).slice(0, LONGEST_VALUE);
  });
}

/** The values of each column of each row. */
class Grid {
  readonly rows: Place[][] = [];
  private readonly numbers = new Map<Tree.Element, number>();

  constructor(
    rows: readonly Row[],
    private readonly budget: Budget,
  ) {
    let above: Above[] = [];
    let part: Tree.ParentNode | null = null;
    for (const [number, row] of rows.entries()) {
      if (row.part !== part) above = [];
      part = row.part;
      this.numbers.set(row.row, number);
      this.rows.push(this.place(row.cells, above, number));
    }
  }

  /** Writes the values that a row has of the cells of others. @param across also those of its own that span columns */
  addCells(rows: readonly Row[], across: boolean): void {
    for (const { row, cells } of rows) {
      const places = this.rows[this.numbers.get(row)!]!;
      if (places.length <= cells.length) continue;
      row.childNodes = places
        .filter((place) => across || place.of !== 'left')
        .map(({ element, text }) => element ?? copyOf(text, row));
    }
  }

  private place(cells: readonly Tree.Element[], above: Above[], number: number): Place[] {
    const places: Place[] = [];
    const takeFromAbove = (): void => {
      for (let from = above[places.length]; from && from.until > number; from = above[places.length]) {
        if (!this.hasRoom(from.text)) return;
        places.push({ of: from.of, text: from.text });
      }
    };
    for (const element of cells) {
      takeFromAbove();
      const text = (textOf(element) ?? '').slice(0, LONGEST_VALUE + 1);
      const value = text.length > LONGEST_VALUE ? '' : text;
      const until = number + spanOf(element, 'rowspan', MOST_ROWS);
      const width = Math.min(spanOf(element, 'colspan', MOST_COLUMNS), MOST_COLUMNS - places.length);
      if (until > number + 1) above[places.length] = { of: 'above', text: value, until };
      places.push({ of: 'cell', text, element });
      for (let column = 1; column < width && this.hasRoom(value); column += 1) {
        if (until > number + 1) above[places.length] = { of: 'left', text: value, until };
        places.push({ of: 'left', text: value });
      }
    }
    takeFromAbove();
    return places;
  }

  /** For one more value; none once the document has had its share. */
  private hasRoom(text: string): boolean {
    this.budget.cells -= 1;
    this.budget.characters -= text.length;
    return this.budget.cells >= 0 && this.budget.characters >= 0;
  }
}

/** A span of 0 rows goes on to the end of its part of the table. */
function spanOf(cell: Tree.Element, name: 'colspan' | 'rowspan', most: number): number {
  const text = attribute(cell, name);
  if (!/^\d+$/.test(text)) return 1;
  const span = Math.min(Number(text), most);
  return span > 0 ? span : name === 'rowspan' ? most : 1;
}

function copyOf(text: string, row: Tree.Element): Tree.Element {
  const cell = newElement('td', row.namespaceURI);
  setText(cell, text);
  cell.parentNode = row;
  return cell;
}
