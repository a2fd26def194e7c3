/** A part of a document as mammoth has it. */
interface Part {
  readonly type: string;
  readonly children?: readonly Part[];
  readonly value?: string;
  readonly isHeader?: boolean;
  readonly colSpan?: number;
  readonly rowSpan?: number;
}

/** Rows that may name columns together: a title, groups of columns, and the columns. */
const MOST_HEADERS = 3;
const YEAR = /^(?:19|20)\d\d$/;
const VALUE = /^[-+\p{Sc}\p{Nd}]/u;
/** In a table of two columns, `Street 5` above a number is a value of a name. */
const LEAST_NUMBERED = 3;

/**
 * Few authors mark the rows that name the columns: the first one is taken for it where it has names only, and the next one where
 * cells of the first span columns or rows.
 */
export function withHeaderRows(part: Part): Part {
  if (!part.children) return part;
  const children = part.children.map(withHeaderRows);
  if (part.type !== 'table' || children.length < 2 || children.some(({ isHeader }) => isHeader)) {
    return { ...part, children };
  }
  const headers = headerRows(children);
  return { ...part, children: children.map((row, at) => (at < headers ? { ...row, isHeader: true } : row)) };
}

function headerRows(rows: readonly Part[]): number {
  for (let at = 0; at < Math.min(rows.length - 1, MOST_HEADERS); at += 1) {
    if (isTitle(rows[at]!)) continue;
    if (!namesColumns(rows[at]!, rows[at + 1]!, at > 0))
      return at > 0 && isMerged(rows[at - 1]!) && !isTitle(rows[at - 1]!) ? at : 0;
    if (!isMerged(rows[at]!)) return at + 1;
  }
  return 0;
}

const isMerged = ({ children: cells = [] }: Part): boolean =>
  cells.some(({ colSpan = 1, rowSpan = 1 }) => colSpan > 1 || rowSpan > 1);

function isTitle({ children: cells = [] }: Part): boolean {
  return cells.length === 1 && (cells[0]!.colSpan ?? 1) > 1;
}

/** A corner is often empty, and so is what stands below a name of the row before. */
function namesColumns(row: Part, next: Part, isBelow: boolean): boolean {
  const [names, below] = [textsOf(row), textsOf(next)];
  const named = names.filter((name) => name !== '').length;
  if (named < (isBelow ? 1 : 2) || (!isBelow && names.slice(1).includes(''))) return false;
  const areNumbered = names.length >= LEAST_NUMBERED && names.length === below.length;
  return names.every((name, at) => name === '' || isName(name, areNumbered ? below[at]! : ''));
}

/** `Zone 1` and `2026` are names above other values. */
function isName(text: string, below: string): boolean {
  if (YEAR.test(text)) return VALUE.test(below) && !YEAR.test(below);
  return /\p{Nd}/u.test(text) ? /^\p{L}/u.test(text) && VALUE.test(below) : /\p{L}/u.test(text);
}

function textsOf({ children: cells = [] }: Part): string[] {
  return cells.map((cell) => textOf(cell).trim());
}

function textOf({ value = '', children = [] }: Part): string {
  return value + children.map(textOf).join('');
}
