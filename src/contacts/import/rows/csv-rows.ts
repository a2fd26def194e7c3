import { hasTooManyValues, MOST_VALUES } from '../../../common/http/json-values';
import { isObject } from '../../../common/validation/is-object';
import type { ContactAttribute } from '../../contact.entity';
import { MOST_ATTRIBUTES } from '../../contact-fields';
import { ATTRIBUTE, READ_ONLY_FIELDS } from './csv-columns';
import { type Cells, cellsOf } from './csv-cells';
import { malformed, type ParsedRecord, type RecordParser } from './record-parser';

type Plain = Record<string, unknown>;

/**
 * Reads records of a CSV file as contacts. An empty cell changes nothing. Cells missing at the end of a record count as
 * empty.
 */
export function csvParser(columns: readonly string[]): RecordParser {
  const setters = columns.map(setterOf);
  const parsed = (cells: Cells): ParsedRecord => {
    if (!cells) return malformed('validation_failed', 'has misplaced quotation marks (RFC 4180)');
    if (cells.length > setters.length) {
      return malformed(
        'validation_failed',
        `has ${cells.length} cells, but the header names ${setters.length} columns`,
      );
    }
    const plain: Plain = {};
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!;
      if (cell !== '') setters[index]!(plain, cell);
    }
    return { plain };
  };
  return async (records) => (await cellsOf(records)).map(parsed);
}

function setterOf(column: string): (plain: Plain, cell: string) => void {
  if (READ_ONLY_FIELDS.includes(column)) return () => {};
  if (column.startsWith(ATTRIBUTE)) {
    const name = column.slice(ATTRIBUTE.length);
    return (plain, cell) => setAttributes(plain, { [name]: scalarOf(cell) });
  }
  switch (column) {
    case 'agentIds':
      return (plain, cell) => (plain[column] = cell.split(/[;\s]+/).filter((id) => id !== ''));
    case 'attributes':
      return (plain, cell) => setAttributes(plain, objectOf(cell));
    case 'blocked':
      return (plain, cell) => (plain[column] = /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell);
    default:
      return (plain, cell) => (plain[column] = cell);
  }
}

/** Columns of single attributes are merged with the column of all attributes, in the order of the columns. */
function setAttributes(plain: Plain, added: unknown): void {
  const present = plain['attributes'];
  const both = isObject(present) && isObject(added);
  plain['attributes'] = both ? { ...present, ...added } : present === undefined || isObject(present) ? added : present;
}

/**
 * Returns the JSON object in the cell. Returns any other text unchanged, so that the rules of the field refuse it. Does
 * the same for an object with more names than allowed, since every further column would copy it.
 */
function objectOf(cell: string): unknown {
  if (cell.length > MOST_VALUES && hasTooManyValues(Buffer.from(cell))) return cell;
  try {
    const value = JSON.parse(cell) as unknown;
    return isObject(value) && Object.keys(value).length > MOST_ATTRIBUTES ? cell : value;
  } catch {
    return cell;
  }
}

/** Converts `true`, `false`, and numbers in JavaScript's notation; `007`, `1e3` and `12.50` stay text. */
function scalarOf(cell: string): ContactAttribute {
  if (cell === 'true') return true;
  if (cell === 'false') return false;
  const number = Number(cell);
  return Number.isFinite(number) && String(number) === cell ? number : cell;
}
