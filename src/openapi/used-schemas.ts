import type { ApiDocument, Schema } from './document.types';
import { mapSchema } from './schema-walk';

/**
 * The schemas that the operations use, directly or through others. Swagger also lists classes that no operation uses.
 */
export function usedSchemas(paths: ApiDocument['paths'], schemas: Record<string, Schema>): Record<string, Schema> {
  const used = new Set<string>();
  const use = (names: Iterable<string>): void => {
    for (const name of names) {
      const schema = schemas[name];
      if (!schema || used.has(name)) continue;
      used.add(name);
      use(referencesIn(schema));
    }
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const bodies = [operation.requestBody ?? {}, ...Object.values(operation.responses)];
    for (const { content } of bodies as { content?: Record<string, { schema: Schema }> }[]) {
      for (const { schema } of Object.values(content ?? {})) use(referencesIn(schema));
    }
    for (const { schema } of operation.parameters) use(referencesIn(schema));
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

function referencesIn(schema: Schema): Set<string> {
  const names = new Set<string>();
  mapSchema(schema, (part) => {
    if (part.$ref) names.add(part.$ref.split('/').at(-1) ?? '');
    return part;
  });
  return names;
}
