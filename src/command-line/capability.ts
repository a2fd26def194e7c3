/** The part of JSON Schema that commands are made from. */
export interface Schema {
  type?: string | readonly string[];
  format?: string;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  default?: unknown;
  examples?: readonly unknown[];
  maximum?: number;
  maxLength?: number;
  pattern?: string;
}

/** The words of a command. A listing of an older service has only the first two. */
export interface CommandWords {
  supported: boolean;
  command: string;
  formerCommands?: readonly string[];
  /** Fields that are typed without a flag. Empty for the usual ones. */
  arguments?: readonly string[];
  /** Shorter flags, by field. */
  flags?: Readonly<Record<string, string>>;
  /** Path parameters of the records that fields name, by field. */
  names?: Readonly<Record<string, string>>;
  columns?: readonly CommandColumn[];
  examples?: readonly string[];
  /** Empty if nothing is lost. */
  consequence?: string | null;
}

/** A column of a list on a terminal. */
export interface CommandColumn {
  title: string;
  /** The first that is not empty has the value. */
  fields: readonly string[];
  as: 'text' | 'age' | 'left' | 'mark';
}

/** An operation as `GET /capabilities` lists it. The command line knows nothing else of it. */
export interface Capability {
  operationId: string;
  summary: string;
  credentialKind: 'public' | 'account' | 'session' | 'workspace' | 'account_or_workspace' | 'client' | 'visitor';
  scopes: readonly string[];
  /** Absent from the listing of an older service. */
  scopeAlternatives?: readonly (readonly string[])[];
  readOnly: boolean;
  api: { method: string; path: string; requestMediaType: string };
  cli: CommandWords;
  inputSchema: Schema;
  outputSchema: Schema;
}

const FORM = 'application/x-www-form-urlencoded';

export function pathParametersOf({ api }: Capability): string[] {
  return [...api.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/** How the body is sent. Null if there is none. A stream is a file of the operation's media type. */
export function bodyKindOf({ api }: Capability): 'json' | 'form' | 'stream' | null {
  if (api.requestMediaType === '') return null;
  if (api.requestMediaType === 'application/json') return 'json';
  return api.requestMediaType === FORM ? 'form' : 'stream';
}

/**
 * Whether the operation removes or revokes something for good, so that the user must confirm. Other irreversible
 * operations need a proof in the body.
 */
export function isDestructive({ api, cli }: Capability): boolean {
  return api.method === 'DELETE' && cli.consequence !== '';
}

/** Whether the answer describes work that continues. The command waits for its end. */
export function isLongWork({ outputSchema }: Capability): boolean {
  return outputSchema.properties?.['progress'] !== undefined && outputSchema.properties['finishedAt'] !== undefined;
}

export function isSecret(schema: Schema): boolean {
  return schema.format === 'password';
}

/** Whether a field of the answer is a secret. */
export function answersSecret({ outputSchema }: Capability): boolean {
  return hasSecret(outputSchema);
}

function hasSecret(schema: Schema): boolean {
  return isSecret(schema) || schemasIn(schema).some(hasSecret);
}

/** Includes fields, items and alternatives. */
function schemasIn(schema: Schema): Schema[] {
  const { properties, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const others = [items, additionalProperties].filter((one): one is Schema => typeof one === 'object');
  return [...Object.values(properties ?? {}), ...others, ...anyOf, ...oneOf, ...allOf];
}

/**
 * Whether records of the schema can have the field: `id`, `contact.name`, or `attributes.tier` if any name is allowed.
 */
export function hasField(schema: Schema, path: string): boolean {
  const [name = '', ...rest] = path.split('.');
  const field = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (field) return rest.length === 0 || hasField(field, rest.join('.'));
  const inner = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (inner.some((one) => hasField(one, path))) return true;
  return typeof schema.additionalProperties === 'object' || schema.additionalProperties === true;
}

/** The schema's type without null. For several alternatives, the first that is not null. */
export function typeOf(schema: Schema): string {
  const own = [schema.type ?? []].flat().find((type) => type !== 'null');
  if (own) return own;
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return alternatives.map(typeOf).find((type) => type !== 'null') ?? 'null';
}
