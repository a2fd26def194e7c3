import { hasTooManyValues, MOST_VALUES } from '../../../common/http/json-values';
import { isEmailAddress, normalEmail } from '../../../common/mail/email-address';
import { isObject } from '../../../common/validation/is-object';
import { timezoneNamed } from '../../../common/validation/timezone';
import type { ContactAttribute } from '../../contact.entity';
import { LONGEST_VALUE, MOST_ATTRIBUTES } from '../../contact-fields';
import type { Finding } from '../contact-import.types';
import { fieldNamed, NAME_PARTS } from './column-names';
import { ATTRIBUTE, type Separator } from './csv-columns';
import { type Cells, cellsOf } from './csv-cells';
import { phoneReader } from './national-phone';
import { cellText, plainCell, plainLine } from './plain-cell';
import { malformed, type ParsedRecord, type RecordParser } from './record-parser';

type Plain = Record<string, unknown>;

/** Sets the fields of a cell that is not empty. Returns why the cell cannot be read. */
type Setter = (plain: Plain, cell: string) => Finding | undefined;

/** How the records of a CSV file are read. */
export interface CsvForm {
  /** What each column is read as. Empty: not at all. */
  columns: readonly string[];
  separator: Separator;
  /** The country of phone numbers without a country code, as ISO 3166-1 alpha-2. */
  defaultCountry: string | null;
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0)$/i;
/** Between several values of one cell. Google writes colons. A slash between digits is a part of a phone number. */
const SEVERAL = /\s+:::\s+|\s*[,;|\n]\s*|\s+\/\s+/;
/** A part of an address, and what people write around it. */
const ADDRESS = /[^\s@,;:<>()[\]"'|/\\]{1,100}@[^\s@,;:<>()[\]"'|/\\]{1,255}/;
/** Addresses with nothing but spaces between them. */
const ADDRESSES = /^[^\s@]{1,100}@[^\s@]{1,255}\s+[^\s@]{1,100}@/;
/** An address behind a name. */
const BRACKETED = /<\s*([^<>\s]{3,254})\s*>/;
/** Names that are written with the family name first. */
const FAMILY_NAME_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]+$/u;

/**
 * Reads records of a CSV file as contacts. An empty cell changes nothing. Cells missing at the end of a record count as
 * empty.
 */
export function csvParser({ columns, separator, defaultCountry }: CsvForm): RecordParser {
  const setters = columns.map((column) => setterOf(column, defaultCountry));
  const others = columns.map((column) => otherOf(column, columns, defaultCountry));
  const hasNameParts = NAME_PARTS.some((part) => columns.includes(part));
  const parsed = (cells: Cells): ParsedRecord => {
    if (!cells) return malformed('validation_failed', 'has a quotation mark without an end (RFC 4180)');
    if (cells.length > setters.length && cells.slice(setters.length).some((cell) => cell !== '')) {
      return malformed(
        'validation_failed',
        `has ${cells.length} cells, but the header names ${setters.length} columns`,
      );
    }
    const plain: Plain = {};
    const unread: Finding[] = [];
    for (let index = 0; index < Math.min(cells.length, setters.length); index++) {
      const cell = cells[index]!;
      const finding = cell === '' ? undefined : setters[index]!(plain, cell);
      if (finding) unread.push(finding);
    }
    for (const [index, other] of others.entries()) if (other && cells[index]) other(plain, cells[index]);
    if (hasNameParts) joinName(plain);
    return unread.length > 0 ? { plain, unread } : { plain };
  };
  return async (records) => (await cellsOf(records, separator)).map(parsed);
}

/**
 * Takes the value of a further column for the phone number or the email, such as `Mobile` beside `Phone`, where the row has none yet. The
 * column stays an attribute. Null for a column that names neither.
 */
function otherOf(column: string, columns: readonly string[], defaultCountry: string | null): Setter | null {
  const field = column.startsWith(ATTRIBUTE) ? fieldNamed(column.slice(ATTRIBUTE.length))?.field : undefined;
  if ((field !== 'phone' && field !== 'email') || !columns.includes(field)) return null;
  const setter = setterOf(field, defaultCountry);
  return (plain, cell) => {
    if (plain[field] === undefined && (field === 'phone' || cell.includes('@'))) setter(plain, cell);
    return undefined;
  };
}

function setterOf(column: string, defaultCountry: string | null): Setter {
  if (column.startsWith(ATTRIBUTE)) return attributeSetter(column.slice(ATTRIBUTE.length));
  switch (column) {
    case '':
      return () => undefined;
    case 'agentIds':
      return (plain, cell) =>
        set(
          plain,
          column,
          cell.split(/[;\s]+/).filter((id) => id !== ''),
        );
    case 'attributes':
      return (plain, cell) => setAttributes(plain, objectOf(cell));
    case 'blocked':
      return (plain, cell) => set(plain, column, YES.test(cell) ? true : NO.test(cell) ? false : cell);
    case 'phone':
      return phoneSetter(defaultCountry);
    case 'email':
      return (plain, cell) => setText(plain, column, emailIn(cell));
    case 'externalId':
      return (plain, cell) => setText(plain, column, withoutTextMark(cellText(cell)));
    case 'notes':
      return (plain, cell) => set(plain, column, cellText(cell));
    case 'timezone':
      return (plain, cell) => {
        if (timezoneNamed(cell.trim()) === null) return unreadable('/timezone', 'must be an IANA time zone name');
        return set(plain, column, cell.trim());
      };
    default:
      return (plain, cell) => setText(plain, column, plainLine(cell));
  }
}

function attributeSetter(name: string): Setter {
  return (plain, whole) => {
    const cell = cellText(whole);
    if (cell.length > LONGEST_VALUE && Array.from(cell).length > LONGEST_VALUE) {
      return unreadable(
        `/attributes/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`,
        `must be at most ${LONGEST_VALUE} characters`,
      );
    }
    return setAttributes(plain, { [name]: scalarOf(cell) });
  };
}

function phoneSetter(defaultCountry: string | null): Setter {
  const read = phoneReader(defaultCountry);
  return (plain, cell) => {
    const text = firstOf(
      withoutTextMark(
        visible(plainCell(cell))
          .replace(/^\s*(?:tel:|=)/i, '')
          .replace(/^"(.*)"$/s, '$1'),
      ),
    );
    const number = text === '' ? '' : read(text);
    if (number !== null) return setText(plain, 'phone', number);
    return unreadable(
      '/phone',
      'must be a phone number with its country code, or of the default country of the workspace',
    );
  };
}

function set(plain: Plain, field: string, value: unknown): undefined {
  plain[field] = value;
}

function setText(plain: Plain, field: string, text: string): undefined {
  if (text !== '') plain[field] = text;
}

function firstOf(cell: string): string {
  return cell.trim().split(SEVERAL, 1)[0] ?? '';
}

/** Without the name before it, and without other addresses. */
function emailIn(cell: string): string {
  const shown = visible(plainCell(cell)).replace(/^'/, '');
  const first = BRACKETED.exec(shown)?.[1] ?? firstOf(shown);
  const [address = ''] = ADDRESSES.test(first) ? first.split(/\s+/, 1) : [first];
  const plain = address.replace(/^mailto:/i, '');
  if (isEmailAddress(normalEmail(plain))) return plain;
  const [found = ''] = ADDRESS.exec(shown) ?? [];
  return isEmailAddress(normalEmail(found.replace(/\.+$/, ''))) ? found.replace(/\.+$/, '') : plain;
}

/** Without marks of the direction of writing and other invisible characters, which address books copy along. */
function visible(cell: string): string {
  return cell.replace(/\p{Cf}/gu, '');
}

/** Spreadsheets write an apostrophe before a number that is to stay text. */
function withoutTextMark(cell: string): string {
  return cell.replace(/^'(?=[\w+(-])/, '');
}

function unreadable(path: string, message: string): Finding {
  return { code: 'validation_failed', path, message };
}

function joinName(plain: Plain): void {
  const parts = NAME_PARTS.map((part) => plain[part]).filter((part) => typeof part === 'string');
  if (parts.length === 0) return;
  joinFirstName(plain);
  for (const part of NAME_PARTS) Reflect.deleteProperty(plain, part);
  const joined = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (FAMILY_NAME_FIRST.test(joined.join(''))) joined.unshift(...joined.splice(-1));
  if (plain['name'] === undefined && joined.length > 0) plain['name'] = joined.join(' ');
}

/** Many name the column of family names only `Name`, beside one of first names. */
function joinFirstName(plain: Plain): void {
  const { name, firstName, lastName } = plain;
  if (typeof name !== 'string' || typeof firstName !== 'string' || lastName !== undefined) return;
  const isWhole = name.toLowerCase().includes(firstName.trim().toLowerCase());
  if (!isWhole && !/\s/.test(name.trim())) plain['name'] = `${firstName.trim()} ${name.trim()}`;
}

/** Columns of single attributes are merged with the column of all attributes, in the order of the columns. */
function setAttributes(plain: Plain, added: unknown): undefined {
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
