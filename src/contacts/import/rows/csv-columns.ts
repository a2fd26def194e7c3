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

/** Fields that an export has and the service sets itself: passed over. */
export const GIVEN_FIELDS: readonly string[] = ['id', 'workspaceId', 'lastSeenAt', 'createdAt', 'updatedAt'];

/** A column of one attribute: `attributes.plan`. */
export const ATTRIBUTE = 'attributes.';

const MOST_COLUMNS = FIELDS.length + GIVEN_FIELDS.length + MOST_ATTRIBUTES;

/** The columns that a CSV file's header names. @throws ValidationFailed, naming each that is wrong */
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
  // As long as a name can be: what somebody sends instead of a header is not repeated to them at length.
  const shown = JSON.stringify(name.slice(0, LONGEST_ATTRIBUTE_NAME + ATTRIBUTE.length));
  if (again) return [{ path, code: 'not_unique', message: `names the column ${shown} twice` }];
  return isKnown(name)
    ? []
    : [{ path, code: 'unknown_field', message: `names ${shown}, which is not a field of a contact` }];
}

function isKnown(name: string): boolean {
  if ((FIELDS as readonly string[]).includes(name) || GIVEN_FIELDS.includes(name)) return true;
  const attribute = name.startsWith(ATTRIBUTE) ? name.slice(ATTRIBUTE.length) : '';
  return (
    attribute !== '' &&
    Array.from(attribute).length <= LONGEST_ATTRIBUTE_NAME &&
    !attribute.includes('\u0000') &&
    !(attribute in Object.prototype)
  );
}

/** The header is the file's first row. */
function problem(code: string, what: string): ValidationFailed {
  return new ValidationFailed([{ path: '/1', code, message: `the header line ${what}` }]);
}
