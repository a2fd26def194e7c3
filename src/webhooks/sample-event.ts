import { newId } from '../common/database/uuid';
import type { DataSchema, FieldSchema } from '../common/event-types/event-fields';

/** Data of the form that a type has. Its ids belong to no record. */
export function sampleData({ properties }: DataSchema, now: Date): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema, now)]));
}

function sampleOf(schema: FieldSchema, now: Date): unknown {
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (schema.enum) return schema.enum.find((value) => value !== null) ?? null;
  switch (type) {
    case 'array':
      return schema.items ? [sampleOf(schema.items, now)] : [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'string':
      if (schema.format === 'uuid') return newId();
      return schema.format === 'date-time' ? now.toISOString() : 'sample';
    default:
      return null;
  }
}
