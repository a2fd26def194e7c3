import { type Capability, type Schema, typeOf } from '../capability';

export interface ListShape {
  /** The field that has the records; empty where the answer is nothing but them. */
  items: string;
  paging: 'cursor' | 'offset' | null;
}

const PAGING = new Set(['total', 'limit', 'offset', 'nextCursor']);

/** Of an answer that is a list of records, and what pages it; null for any other answer. */
export function listShapeOf({ outputSchema, inputSchema }: Capability): ListShape | null {
  if (isListOfRecords(outputSchema)) return { items: '', paging: null };
  const fields = Object.entries(outputSchema.properties ?? {}).filter(([name]) => !PAGING.has(name));
  const [name, schema] = fields[0] ?? [];
  if (fields.length !== 1 || name === undefined || !schema || !isListOfRecords(schema)) return null;
  const takes = (parameter: string): boolean => inputSchema.properties?.[parameter] !== undefined;
  return { items: name, paging: takes('cursor') ? 'cursor' : takes('offset') ? 'offset' : null };
}

export function itemsOf(body: unknown, { items }: ListShape): unknown[] {
  const list = items === '' ? body : (body as Record<string, unknown> | null)?.[items];
  return Array.isArray(list) ? (list as unknown[]) : [];
}

/** Of one record: of the list, or of the answer itself. */
export function itemSchemaOf(capability: Capability): Schema {
  const { outputSchema } = capability;
  const list = listShapeOf(capability);
  if (!list) return outputSchema;
  return (list.items === '' ? outputSchema : outputSchema.properties?.[list.items])?.items ?? {};
}

function isListOfRecords(schema: Schema): boolean {
  return typeOf(schema) === 'array' && typeOf(schema.items ?? {}) === 'object';
}
