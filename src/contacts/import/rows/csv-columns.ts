import { isUtf8 } from 'node:buffer';
import { ValidationFailed, type ErrorDetail } from '../../../common/errors/domain-error';
import { LONGEST_ATTRIBUTE_NAME, MOST_ATTRIBUTES } from '../../contact-fields';
import { cellsOfShort } from './csv-cells';

/** Fields of a contact that a file can set. */
export const FIELDS = [
  'agentIds',
  'externalId',
  'name',
  'email',
  'phone',
  'company',
  'locale',
  'timezone',
  'notes',
  'attributes',
  'blocked',
] as const;

/** Fields of an export that the service sets itself. Imports ignore them. */
export const READ_ONLY_FIELDS: readonly string[] = ['id', 'workspaceId', 'lastSeenAt', 'createdAt', 'updatedAt'];

/** Prefix of a column for one attribute: `attributes.plan`. */
export const ATTRIBUTE = 'attributes.';

const MOST_COLUMNS = FIELDS.length + READ_ONLY_FIELDS.length + MOST_ATTRIBUTES;

/**
 * Returns the columns that the header of a CSV file names. @throws ValidationFailed, with a detail for each invalid
 * column
 */
export function columnsOf(header: Buffer): string[] {
  if (!isUtf8(header)) throw problem('invalid_encoding', 'must be UTF-8');
  const [columns] = cellsOfShort([header]);
  if (!columns) throw problem('malformed', 'has misplaced quotation marks (RFC 4180)');
  if (columns.length > MOST_COLUMNS) throw problem('too_many', `must not name more than ${MOST_COLUMNS} columns`);
  if (columns.join('') === '') throw problem('required', 'must name the columns');
  const details = columns.flatMap((name, index) => problemOf(name, columns.indexOf(name) < index));
  if (columns.filter((name) => name.startsWith(ATTRIBUTE)).length > MOST_ATTRIBUTES) {
    details.push({ path: '/1', code: 'too_many', message: `has more than ${MOST_ATTRIBUTES} attribute columns` });
  }
  if (details.length > 0) throw new ValidationFailed(details);
  return columns;
}

function problemOf(name: string, again: boolean): ErrorDetail[] {
  const path = '/1';
  // Cut to the longest valid name: the first line may not be a header at all, and must not be repeated at length.
  const shown = JSON.stringify(name.slice(0, LONGEST_ATTRIBUTE_NAME + ATTRIBUTE.length));
  if (again) return [{ path, code: 'not_unique', message: `names the column ${shown} twice` }];
  return isKnown(name)
    ? []
    : [{ path, code: 'unknown_field', message: `names ${shown}, which is not a field of a contact` }];
}

function isKnown(name: string): boolean {
  if ((FIELDS as readonly string[]).includes(name) || READ_ONLY_FIELDS.includes(name)) return true;
  const attribute = name.startsWith(ATTRIBUTE) ? name.slice(ATTRIBUTE.length) : '';
  return (
    attribute !== '' &&
    Array.from(attribute).length <= LONGEST_ATTRIBUTE_NAME &&
    !attribute.includes('\u0000') &&
    !(attribute in Object.prototype)
  );
}

/** The header is the first row of the file. */
function problem(code: string, what: string): ValidationFailed {
  return new ValidationFailed([{ path: '/1', code, message: `the header line ${what}` }]);
}
