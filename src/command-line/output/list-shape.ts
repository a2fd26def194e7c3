import { type Capability, type Schema, typeOf } from '../capability';

export interface ListShape {
  /** The field with the records. Empty if the whole answer is the list. */
  items: string;
  paging: 'cursor' | 'offset' | null;
}

const PAGING = new Set(['total', 'limit', 'offset', 'nextCursor']);

/** The list in an answer, and how to get its other pages. Null if the answer is not a list of records. */
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

/** The schema of one record: of the list, or of the whole answer. */
export function itemSchemaOf(capability: Capability): Schema {
  const { outputSchema } = capability;
  const list = listShapeOf(capability);
  if (!list) return outputSchema;
  return (list.items === '' ? outputSchema : outputSchema.properties?.[list.items])?.items ?? {};
}

function isListOfRecords(schema: Schema): boolean {
  return typeOf(schema) === 'array' && typeOf(schema.items ?? {}) === 'object';
}
