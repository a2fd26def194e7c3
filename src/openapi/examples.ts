import type { Example, MediaType, Schema } from './document.types';

export type Schemas = Readonly<Record<string, Schema>>;

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00',
  'date-time': '2026-01-05T09:30:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** The values of the examples of a body of the whole document. */
export function examplesIn({ example, examples = {} }: MediaType): unknown[] {
  return example === undefined ? Object.values(examples).map((one) => (one as Example).value) : [example];
}

/**
 * A value of the schema, made from the examples of its properties (`@example` in the DTO's comments). Without an
 * example, a property has its default, its first allowed value, null, or the simplest value of its type.
 */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  return made(schema, { schemas, fieldsOf: ({ properties = {} }) => Object.keys(properties), depth: 0 });
}

/**
 * The least that a request needs: the required properties, or, where none is required, the first that has an example of its own.
 */
export function minimalExampleOf(schema: Schema, schemas: Schemas): unknown {
  return made(schema, { schemas, fieldsOf: leastOf, depth: 0 });
}

function leastOf({ properties = {}, required = [] }: Schema): string[] {
  if (required.length > 0) return required;
  return Object.keys(properties)
    .filter((name) => properties[name]!.examples)
    .slice(0, 1);
}

interface Making {
  schemas: Schemas;
  /** Which properties of an object the example has. */
  fieldsOf(schema: Schema): string[];
  depth: number;
}

function made(schema: Schema, making: Making): unknown {
  const deeper = { ...making, depth: making.depth + 1 };
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return made(making.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, deeper);
  const alternative = schema.allOf?.[0] ?? schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (alternative) return made(alternative, making);
  return simplest(schema, making.fieldsOf(schema), deeper);
}

function simplest(schema: Schema, fields: readonly string[], deeper: Making): unknown {
  const [type] = [schema.type ?? []].flat();
  switch (type) {
    case 'object':
      return Object.fromEntries(fields.map((name) => [name, made(schema.properties![name]!, deeper)]));
    case 'array':
      // No answer is nested deeper than ten levels. A schema that contains itself ends with an empty list.
      return schema.items && deeper.depth < 11 ? [made(schema.items, deeper)] : [];
    case 'string':
      return BY_FORMAT[schema.format ?? ''] ?? 'text'.padEnd(Number(schema['minLength'] ?? 0), 't');
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}
