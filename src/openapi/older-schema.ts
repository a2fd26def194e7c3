import type { Schema } from './document.types';
import { mapSchema } from './schema-walk';

/**
 * A schema of OpenAPI 3.1 in the words of 3.0, for programs that read no other. Of JSON Schema 2020-12 it translates
 * the keywords that {@link Schema} has, and bounds; others remain as they are.
 */
export function olderSchema(schema: Schema): Schema {
  return mapSchema(schema, (part) => wrapped(exclusive(withoutNull(oneType(example(constant(part)))))));
}

function constant({ const: value, ...schema }: Schema): Schema {
  return value === undefined ? schema : { ...schema, enum: [value] };
}

function example({ examples, ...schema }: Schema): Schema {
  return examples?.[0] === undefined ? schema : { ...schema, example: examples[0] };
}

/** 3.0 has one type, and `nullable` in place of the type null. */
function oneType(schema: Schema): Schema {
  if (!Array.isArray(schema.type)) return schema;
  const { type, ...others } = schema;
  const types = type.filter((one) => one !== 'null');
  return {
    ...others,
    ...(types.length === 1 ? { type: types[0] } : { anyOf: types.map((one) => ({ type: one })) }),
    ...(types.length < type.length && { nullable: true }),
  };
}

/** `anyOf` of a reference and null is the reference, or null. */
function withoutNull(schema: Schema): Schema {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const { [keyword]: alternatives, ...others } = schema;
    const left = alternatives?.filter(({ type }) => type !== 'null') ?? [];
    if (left.length === (alternatives?.length ?? 0)) continue;
    return { ...others, nullable: true, ...(left.length === 1 ? { allOf: left } : { [keyword]: left }) };
  }
  return schema;
}

/** A bound that is excluded is a flag beside it. */
function exclusive({ exclusiveMinimum, exclusiveMaximum, ...schema }: Schema): Schema {
  return {
    ...schema,
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

/** Beside a reference, 3.0 ignores everything. */
function wrapped({ $ref, ...others }: Schema): Schema {
  if ($ref === undefined) return others;
  return Object.keys(others).length === 0 ? { $ref } : { ...others, allOf: [{ $ref }] };
}
