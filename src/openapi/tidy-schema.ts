import type { Schema } from './document.types';
import { mapSchema, mapValues } from './schema-walk';
import { schemaName } from './schema-names';

/** Corrects Swagger's schemas. It applies to every DTO, so that no DTO needs to handle it. */
export function tidySchema(schema: Schema): Schema {
  return mapSchema(schema, (part) =>
    closed(sets(instants(wholeNumbers(typed(plainReference(renamed(examples(part)))))))),
  );
}

/** OpenAPI 3.0 has `example`; JSON Schema has `examples`. */
function examples({ example, ...schema }: Schema): Schema {
  return example === undefined ? schema : { ...schema, examples: [example] };
}

function renamed(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const path = schema.$ref.split('/');
  return { ...schema, $ref: [...path.slice(0, -1), schemaName(path.at(-1) ?? '')].join('/') };
}

/** Swagger wraps a reference with a description for OpenAPI 3.0. Since 3.1, the two may be siblings. */
function plainReference(schema: Schema): Schema {
  const [only, ...more] = schema.allOf ?? [];
  if (!only?.$ref || more.length > 0) return schema;
  const { allOf: _wrapped, type: _type, ...beside } = schema;
  return { $ref: only.$ref, ...beside };
}

/** Adds the type to a list of allowed values, for generators of clients. */
function typed(schema: Schema): Schema {
  const { enum: values, type, ...others } = schema;
  if (!values) return schema;
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  // Keep this order: Swagger adds the type itself only the first time that it describes a class.
  return { ...others, type: type ?? (types.length === 1 ? types[0] : types), enum: values };
}

/** TypeScript has one type for numbers. A number is an integer if its example is a whole number. */
function wholeNumbers(schema: Schema): Schema {
  const [example] = schema.examples ?? [];
  if (Array.isArray(example) && schema.items?.type === 'number' && example.every(Number.isInteger)) {
    return { ...schema, items: { ...schema.items, type: 'integer' } };
  }
  if (!Number.isInteger(example) || !schema.type) return schema;
  const types = [schema.type].flat().map((type) => (type === 'number' ? 'integer' : type));
  return { ...schema, type: types.length === 1 ? types[0] : types };
}

/** Names of instants end in “At”, and no other names do. */
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

/** A list of unique allowed values is not longer than the number of these values. */
function sets(schema: Schema): Schema {
  const values = schema.items?.enum;
  if (!schema['uniqueItems'] || !values || schema['maxItems'] !== undefined) return schema;
  return { ...schema, maxItems: values.length };
}

/**
 * Requests with unknown fields are refused, and responses have none. `x-additional-properties` on a DTO allows them.
 */
function closed({ 'x-additional-properties': open, ...schema }: Schema): Schema {
  if (!schema.properties || schema.additionalProperties !== undefined) return schema;
  // A part of a composition must not forbid the fields of the other part.
  return { ...schema, additionalProperties: open === true };
}
