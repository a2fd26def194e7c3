import type { Schema } from './document.types';
import { mapSchema, mapValues } from './schema-walk';
import { schemaName } from './schema-names';

/** Swagger's schemas as this API means them; applies to every DTO alike, so that no DTO has to think of it. */
export function tidySchema(schema: Schema): Schema {
  return mapSchema(schema, (part) =>
    closed(sets(instants(wholeNumbers(typed(plainReference(renamed(examples(part)))))))),
  );
}

/** `example` is OpenAPI 3.0's; JSON Schema has `examples`. */
function examples({ example, ...schema }: Schema): Schema {
  return example === undefined ? schema : { ...schema, examples: [example] };
}

function renamed(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const path = schema.$ref.split('/');
  return { ...schema, $ref: [...path.slice(0, -1), schemaName(path.at(-1) ?? '')].join('/') };
}

/** Where a reference has a description beside it, Swagger wraps it for OpenAPI 3.0; since 3.1 the two may stand together. */
function plainReference(schema: Schema): Schema {
  const [only, ...more] = schema.allOf ?? [];
  if (!only?.$ref || more.length > 0) return schema;
  const { allOf: _wrapped, type: _type, ...beside } = schema;
  return { $ref: only.$ref, ...beside };
}

/** A list of allowed values says its type as well, for the generators of clients. */
function typed(schema: Schema): Schema {
  const { enum: values, type, ...others } = schema;
  if (!values) return schema;
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  // Always in this order: Swagger says the type itself the first time that it describes a class, and no more after that.
  return { ...others, type: type ?? (types.length === 1 ? types[0] : types), enum: values };
}

/** TypeScript has one type for numbers: those whose example is a whole number are integers, a rate's is not. */
function wholeNumbers(schema: Schema): Schema {
  const [example] = schema.examples ?? [];
  if (Array.isArray(example) && schema.items?.type === 'number' && example.every(Number.isInteger)) {
    return { ...schema, items: { ...schema.items, type: 'integer' } };
  }
  if (!Number.isInteger(example) || !schema.type) return schema;
  const types = [schema.type].flat().map((type) => (type === 'number' ? 'integer' : type));
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

/** The name of every instant ends in “At”, and nothing else's does. */
function instants(schema: Schema): Schema {
  if (!schema.properties) return schema;
  return {
    ...schema,
    properties: mapValues(schema.properties, (property, name) =>
      /[a-z]At$/.test(name) && [property.type].flat().includes('string') && !property.format
        ? { ...property, format: 'date-time' }
        : property,
    ),
  };
}

/** A list without repetitions is no longer than the list of its values. */
function sets(schema: Schema): Schema {
  const values = schema.items?.enum;
  if (!schema['uniqueItems'] || !values || schema['maxItems'] !== undefined) return schema;
  return { ...schema, maxItems: values.length };
}

/** Requests with unknown fields are refused and responses have none. `x-additional-properties` on a DTO lifts it. */
function closed({ 'x-additional-properties': open, ...schema }: Schema): Schema {
  if (!schema.properties || schema.additionalProperties !== undefined) return schema;
  // What is part of a composition must not forbid the other part's fields.
  return { ...schema, additionalProperties: open === true };
}
