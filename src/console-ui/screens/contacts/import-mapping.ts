import type { Schemas } from '../../api/client';

export type Preview = Schemas['ContactImportPreview'];
type Column = Preview['columns'][number];

/** What a column can be read as, beside an attribute of its own name. */
export const FIELDS = [
  'name',
  'firstName',
  'middleName',
  'lastName',
  'email',
  'phone',
  'company',
  'externalId',
  'locale',
  'timezone',
  'notes',
  'blocked',
  'agentIds',
  'attributes',
] as const;

/** The choice in a select: a field, `attribute`, or `skip`. */
export type Choice = (typeof FIELDS)[number] | 'attribute' | 'skip';

export function choiceOf({ field }: Column): Choice {
  if (field === null) return 'skip';
  return (FIELDS as readonly string[]).includes(field) ? (field as Choice) : 'attribute';
}

/** The mapping after a choice, as `importContacts` takes it. A column is named by its header. */
export function withChoice(mapping: Mapping, column: Column, choice: Choice): Mapping {
  const field = choice === 'skip' ? null : choice === 'attribute' ? `attributes.${attributeOf(column)}` : choice;
  return { ...mapping, [column.name]: field };
}

export type Mapping = Readonly<Record<string, string | null>>;

export function mappingQuery(mapping: Mapping): string {
  return Object.keys(mapping).length === 0 ? '' : `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
}

/** The attribute that the service would make of the column, else its name. */
function attributeOf({ field, name }: Column): string {
  return field?.startsWith('attributes.') ? field.slice('attributes.'.length) : name.trim();
}
