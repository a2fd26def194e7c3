import { ValidationFailed } from '../../../common/errors/domain-error';
import { repaired } from '../../../common/text/read-text';
import { storable } from '../../../common/text/storable';
import { LONGEST_ATTRIBUTE_NAME } from '../../contact-fields';
import { fieldNamed } from './column-names';
import { type Cells, cellsOfShort } from './csv-cells';

/** Characters that separate cells. The first one separates cells unless another explains the header better. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Prefix of a column for one attribute: `attributes.plan`. */
export const ATTRIBUTE = 'attributes.';

const MOST_COLUMNS = 1_000;
/** The first line may not be a header at all, and must not be repeated at length. */
const LONGEST_NAME = ATTRIBUTE.length + LONGEST_ATTRIBUTE_NAME;

/** The first line of a file that names its separator, as Excel writes and reads it. */
const SEPARATOR_LINE = /^"?sep=(\\t|[,;\t|])"?[\s,;|]*$/i;
/** A line above the header that has no cell with text. */
const EMPTY_LINE = /^[\s",;|]*$/;

/** The separator that a line `sep=;` names. Null if the line is another one. */
export function separatorNamed(line: Buffer): Separator | null {
  const [, named] = SEPARATOR_LINE.exec(line.subarray(0, MOST_COLUMNS).toString()) ?? [];
  return SEPARATORS.find((separator) => separator === (named === '\\t' ? '\t' : named)) ?? null;
}

/** Whether a line above the header names nothing. A file has few of them. */
export function isEmptyLine(line: Buffer): boolean {
  return line.length <= MOST_COLUMNS && EMPTY_LINE.test(line.toString('latin1'));
}

/** The header of a CSV file. */
export interface Header {
  separator: Separator;
  /** Trimmed, and cut to a bounded length. A column can have no name. */
  names: string[];
}

/**
 * Reads the header of a CSV file. Without a separator, finds the one by which the header names most fields of a contact, then the one by
 * which it has most columns.
 *
 * @throws ValidationFailed 400 if the line names no column
 */
export function headerOf(line: Buffer, named: Separator | null): Header {
  const text = Buffer.from(repaired(line));
  const [best] = (named === null ? SEPARATORS : [named])
    .map((separator) => ({ separator, cells: cellsOfShort([text], separator)[0]! }))
    .sort((one, other) => known(other.cells) - known(one.cells) || count(other.cells) - count(one.cells));
  if (!best?.cells) throw problem('malformed', 'has misplaced quotation marks (RFC 4180)');
  if (best.cells.length > MOST_COLUMNS) throw problem('too_many', `must not name more than ${MOST_COLUMNS} columns`);
  const names = best.cells.map(columnName);
  if (names.join('') === '') throw problem('required', 'must name the columns');
  return { separator: best.separator, names };
}

function known(cells: Cells): number {
  return (cells ?? []).filter((cell) => fieldNamed(cell) !== null || cell.startsWith(ATTRIBUTE)).length;
}

function count(cells: Cells): number {
  return cells?.length ?? 0;
}

function columnName(cell: string): string {
  const visible = storable(cell)
    .replace(/[\p{C}\uFFFD]/gu, '')
    .trim();
  return Array.from(visible.slice(0, 2 * LONGEST_NAME))
    .slice(0, LONGEST_NAME)
    .join('');
}

/** The header is the first row of the file. */
function problem(code: string, what: string): ValidationFailed {
  return new ValidationFailed([{ path: '/1', code, message: `the header line ${what}` }]);
}
