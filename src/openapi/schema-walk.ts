import type { Schema } from './document.types';

/** Rebuilds a schema from the inside out: `change` gets every subschema, its own subschemas already changed. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const inner = (one: Schema): Schema => mapSchema(one, change);
  const { properties, items, additionalProperties, allOf, anyOf, oneOf } = schema;
  return change({
    ...schema,
    ...(properties && { properties: mapValues(properties, inner) }),
    ...(items && { items: inner(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
  });
}

export function mapValues<A, B>(record: Record<string, A>, map: (value: A, name: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
