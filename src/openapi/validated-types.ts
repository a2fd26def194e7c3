import { getMetadataStorage } from 'class-validator';
import type { Schema } from './document.types';
import { mapValues } from './schema-walk';

/** A rule of class-validator that Swagger's plugin does not read, and what it says in JSON Schema. */
const RULES: Readonly<Record<string, (constraints: unknown[]) => Schema>> = {
  isInt: () => ({ type: 'integer' }),
  isIso8601: () => ({ format: 'date-time' }),
  isRFC3339: () => ({ format: 'date-time' }),
};

/** Adds to a DTO's schema what only its validators know. */
export function withValidatedTypes(schema: Schema, dto: object): Schema {
  if (typeof dto !== 'function' || !schema.properties) return schema;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return {
    ...schema,
    properties: mapValues(schema.properties, (property, name) =>
      rules
        .filter((rule) => rule.propertyName === name)
        .reduce(
          (result, rule) => merged(result, RULES[rule.name ?? '']?.(rule.constraints ?? []), rule.each),
          property,
        ),
    ),
  };
}

function merged(property: Schema, addition: Schema | undefined, each: boolean): Schema {
  if (!addition) return property;
  if (each) return { ...property, items: { ...property.items, ...addition } };
  const nullable = [property.type].flat().includes('null');
  return { ...property, ...addition, ...(nullable && addition.type ? { type: [addition.type, 'null'].flat() } : {}) };
}
