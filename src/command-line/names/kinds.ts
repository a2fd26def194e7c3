import { type Capability, hasField, pathParametersOf } from '../capability';
import { itemSchemaOf, listShapeOf } from '../output/list-shape';

/** A kind of record that a list operation lists, and that path parameters and fields refer to. */
export interface Kind {
  /** The path parameter that selects one record: `labelId`. */
  parameter: string;
  /** For sentences: `label`. */
  word: string;
  list: Capability;
}

/** Fields that name a record for people, in the words of the API. */
const NAMES = ['name', 'email', 'title', 'label', 'domain', 'contact.email', 'contact.name'];

/** Fields of the kind's records that a user can type in place of the id. */
export function nameFieldsOf({ list }: Kind): string[] {
  const record = itemSchemaOf(list);
  return NAMES.filter((field) => hasField(record, field));
}

/**
 * The kind of record whose id a field has. It follows from the paths: `labelId` is one of the records at `…/labels`, because
 * there is `…/labels/{labelId}`, and `assigneeMemberId` has the id of a member. Null if the service lists no such records.
 */
export function kindOf(field: string, operations: readonly Capability[], names: Names = {}): Kind | null {
  const last = field.split('.').at(-1)!;
  const singular = (names[field] ?? last).replace(/s$/, '');
  const parameters = operations
    .flatMap(({ api }) => lastParameterOf(api.path))
    .filter((parameter) => isFor(parameter, singular));
  for (const parameter of [...new Set(parameters)].sort((a, b) => b.length - a.length)) {
    const list = operations.find((one) => isListOf(one, parameter, operations));
    if (list) return { parameter, word: wordOf(parameter), list };
  }
  return null;
}

type Names = Readonly<Record<string, string>>;

/** The kind of record that an operation lists. Null if no other operation selects one of them. */
export function kindOfList(list: Capability, operations: readonly Capability[]): Kind | null {
  const prefix = `${list.api.path}/{`;
  const parameters = operations.flatMap(({ api: { path } }) =>
    path.startsWith(prefix) ? [path.slice(prefix.length).split('}')[0]!] : [],
  );
  const kinds = parameters.map((parameter) => kindOf(parameter, operations));
  return kinds.find((kind) => kind?.list.operationId === list.operationId) ?? null;
}

/** `customDomainId` is a custom domain. */
export function wordOf(parameter: string): string {
  return parameter.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function pluralOf(word: string): string {
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function isListOf(capability: Capability, parameter: string, operations: readonly Capability[]): boolean {
  const { api } = capability;
  if (api.method !== 'GET' || !listShapeOf(capability) || !hasField(itemSchemaOf(capability), 'id')) return false;
  return operations.some(({ api: { path } }) => path.startsWith(`${api.path}/{${parameter}}`));
}

function lastParameterOf(path: string): string[] {
  return pathParametersOf({ api: { path } } as Capability);
}

/** `label`, `labelId` and `assigneeLabelId` have the id of a `labelId`. */
function isFor(parameter: string, field: string): boolean {
  const capitalized = parameter.charAt(0).toUpperCase() + parameter.slice(1);
  return field === parameter || `${field}Id` === parameter || field.endsWith(capitalized);
}
