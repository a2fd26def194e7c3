/** JSON Schema, as far as commands are made from it. */
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
}

/** An operation as `GET /capabilities` lists it: all that the command line knows of it. */
export interface Capability {
  operationId: string;
  summary: string;
  credentialKind: 'public' | 'account' | 'session' | 'workspace' | 'account_or_workspace' | 'client' | 'visitor';
  scopes: readonly string[];
  /** Absent in the listing of an older service. */
  scopeAlternatives?: readonly (readonly string[])[];
  readOnly: boolean;
  api: { method: string; path: string; requestMediaType: string };
  cli: { supported: boolean; command: string };
  inputSchema: Schema;
  outputSchema: Schema;
}

const FORM = 'application/x-www-form-urlencoded';

export function pathParametersOf({ api }: Capability): string[] {
  return [...api.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/** How the body is sent; null where there is none. A stream is a file in the form that its media type says. */
export function bodyKindOf({ api }: Capability): 'json' | 'form' | 'stream' | null {
  if (api.requestMediaType === '') return null;
  if (api.requestMediaType === 'application/json') return 'json';
  return api.requestMediaType === FORM ? 'form' : 'stream';
}

/** What removes or revokes: people are asked first. Whatever else cannot be undone asks for a proof in its body. */
export function isDestructive({ api }: Capability): boolean {
  return api.method === 'DELETE';
}

/** Whether the answer is a record of work that goes on, which is followed to its end. */
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

/** Of fields, items and alternatives. */
function schemasIn(schema: Schema): Schema[] {
  const { properties, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const others = [items, additionalProperties].filter((one): one is Schema => typeof one === 'object');
  return [...Object.values(properties ?? {}), ...others, ...anyOf, ...oneOf, ...allOf];
}

/** Whether records of the schema can have the field: `id`, `contact.name`; `attributes.tier` where any name is one. */
export function hasField(schema: Schema, path: string): boolean {
  const [name = '', ...rest] = path.split('.');
  const field = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (field) return rest.length === 0 || hasField(field, rest.join('.'));
  const inner = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (inner.some((one) => hasField(one, path))) return true;
  return typeof schema.additionalProperties === 'object' || schema.additionalProperties === true;
}

/** The schema's type without null; an alternative of several is its first that is none. */
export function typeOf(schema: Schema): string {
  const own = [schema.type ?? []].flat().find((type) => type !== 'null');
  if (own) return own;
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return alternatives.map(typeOf).find((type) => type !== 'null') ?? 'null';
}
