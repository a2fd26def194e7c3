import type { Schema } from './document.types';

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00',
  'date-time': '2026-01-05T09:30:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/**
 * A value of the schema, made from the examples of its properties (`@example` in the DTO's comments). Without an
 * example, a property has its default, its first allowed value, null, or the simplest value of its type.
 */
export function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth = 0): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth + 1);
  const alternative = schema.allOf?.[0] ?? schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (alternative) return exampleOf(alternative, schemas, depth);
  return simplest(schema, schemas, depth);
}

function simplest(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth: number): unknown {
  const [type] = [schema.type ?? []].flat();
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          exampleOf(property, schemas, depth + 1),
        ]),
      );
    case 'array':
      // No answer is nested deeper than ten levels. A schema that contains itself ends with an empty list.
      return schema.items && depth < 10 ? [exampleOf(schema.items, schemas, depth + 1)] : [];
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
