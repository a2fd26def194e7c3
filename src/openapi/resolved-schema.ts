import type { Schema } from './document.types';
import { mapSubschemas } from './schema-walk';

type Schemas = Readonly<Record<string, Schema>>;

/** The schema with every reference replaced by its target, so that it is complete on its own. */
export function resolvedSchema(schema: Schema, schemas: Schemas, path: readonly string[] = []): Schema {
  const { $ref, ...beside } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1) ?? '';
    const target = schemas[name];
    if (!target) throw new Error(`The schema ${name} does not exist`);
    if (path.includes(name)) throw new Error(`The schema ${name} contains itself: ${[...path, name].join(' → ')}`);
    return { ...resolvedSchema(target, schemas, [...path, name]), ...beside };
  }
  return mapSubschemas(schema, (inner) => resolvedSchema(inner, schemas, path));
}
