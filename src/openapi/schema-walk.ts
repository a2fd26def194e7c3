import type { Schema } from './document.types';

/** Rebuilds a schema from the inside out: `change` gets every subschema after its own subschemas were changed. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  return change(mapSubschemas(schema, (inner) => mapSchema(inner, change)));
}

/** The schema with each direct subschema replaced. Only this function knows where a schema contains others. */
export function mapSubschemas(schema: Schema, map: (schema: Schema) => Schema): Schema {
  const { properties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, map) }),
    ...(items && { items: map(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: map(additionalProperties) }),
    ...(allOf && { allOf: allOf.map(map) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
    ...(oneOf && { oneOf: oneOf.map(map) }),
  };
}

export function mapValues<A, B>(record: Record<string, A>, map: (value: A, name: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
