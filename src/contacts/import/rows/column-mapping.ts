import { type ErrorDetail, ValidationFailed } from '../../../common/errors/domain-error';
import { LONGEST_ATTRIBUTE_NAME, MOST_ATTRIBUTES } from '../../contact-fields';
import { columnKey, fieldNamed, isNickname, NAME_PARTS } from './column-names';
import { ATTRIBUTE } from './csv-columns';

/** Fields of a contact that a file can set. */
export const FIELDS: readonly string[] = [
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
];

/** Fields of an export that the service sets itself. Imports ignore them. */
export const READ_ONLY_FIELDS: readonly string[] = ['id', 'workspaceId', 'lastSeenAt', 'createdAt', 'updatedAt'];

/** What columns can be read as, besides attributes. */
export const TARGETS: readonly string[] = [...FIELDS, ...NAME_PARTS];

/** A column of a file, and what it is read as: a field of a contact, a part of the name, or `attributes.…`. Null: left out. */
export interface ImportColumn {
  name: string;
  field: string | null;
}

/** Columns by name, and what the caller wants them read as. */
export type GivenMapping = Readonly<Record<string, string | null>>;

/**
 * Decides what each column is read as. The caller's mapping comes first. Of the others, each field takes the column that names it best;
 * further columns are attributes. A column without a name, with a name that no attribute can have, or beyond the number of attributes is
 * left out, as are fields that the service sets.
 *
 * @throws ValidationFailed 400 if the mapping names a column that is not there, or a field that is not there or twice
 */
export function columnsRead(names: readonly string[], mapping: GivenMapping): ImportColumn[] {
  const fields = new Map<number, string | null>(givenFields(names, mapping));
  const taken = new Set([...fields.values()].filter((field) => field !== null));
  const best = bestColumns(names, fields);
  const hasNameParts = best.some(([field]) => NAME_PARTS.some((part) => part === field));
  for (const [field, index] of best) {
    // A nickname is a name only where there is no other.
    if (taken.has(field) || (hasNameParts && field === 'name' && isNickname(names[index]!))) continue;
    fields.set(index, field);
    taken.add(field);
  }
  let attributes = [...taken].filter((field) => field.startsWith(ATTRIBUTE)).length;
  for (const [index, name] of names.entries()) {
    if (fields.has(index)) continue;
    const field = READ_ONLY_FIELDS.includes(name) || attributes >= MOST_ATTRIBUTES ? null : attributeFor(name);
    const free = field !== null && !taken.has(field) ? field : null;
    fields.set(index, free);
    if (free === null) continue;
    taken.add(free);
    attributes++;
  }
  return names.map((name, index) => ({ name, field: fields.get(index) ?? null }));
}

function givenFields(names: readonly string[], mapping: GivenMapping): [index: number, field: string | null][] {
  const details: ErrorDetail[] = [];
  const refuse = (code: string, message: string): void => void details.push({ path: 'query.mapping', code, message });
  const found = Object.entries(mapping).map(([name, field]): [number, string | null] => {
    const exact = names.indexOf(name.trim());
    const index = exact >= 0 ? exact : names.findIndex((one) => columnKey(one) === columnKey(name));
    if (index < 0) refuse('unknown_column', `names ${JSON.stringify(name)}, which is not a column of the file`);
    if (field !== null && !isTarget(field))
      refuse('unknown_field', `names ${JSON.stringify(field)}, which is not a field of a contact`);
    return [index, field];
  });
  const fields = found.map(([, field]) => field).filter((field) => field !== null);
  if (new Set(fields).size < fields.length) refuse('not_unique', 'names a field twice');
  if (new Set(found.map(([index]) => index)).size < found.length) refuse('not_unique', 'names a column twice');
  if (details.length > 0) throw new ValidationFailed(details);
  return found;
}

/** For each field, the column that names it best; of equals, the first one. */
function bestColumns(
  names: readonly string[],
  decided: ReadonlyMap<number, unknown>,
): [field: string, index: number][] {
  const best = new Map<string, { index: number; rank: number }>();
  for (const [index, name] of names.entries()) {
    const named = decided.has(index) || READ_ONLY_FIELDS.includes(name) ? null : fieldNamed(name);
    const before = named && best.get(named.field);
    if (named && (!before || named.rank < before.rank)) best.set(named.field, { index, rank: named.rank });
  }
  return [...best].map(([field, { index }]) => [field, index]);
}

function isTarget(field: string): boolean {
  return TARGETS.includes(field) || (field.startsWith(ATTRIBUTE) && attributeFor(field) !== null);
}

/** Null if no attribute can have the name. `attributes.plan` names the attribute `plan`. */
function attributeFor(column: string): string | null {
  const name = column.startsWith(ATTRIBUTE) ? column.slice(ATTRIBUTE.length) : column;
  const isPossible = name !== '' && Array.from(name).length <= LONGEST_ATTRIBUTE_NAME && !(name in Object.prototype);
  return isPossible ? ATTRIBUTE + name : null;
}
