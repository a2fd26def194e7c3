import { mapSubschemas } from './schema-walk';
import type { Schema } from './document.types';

/** Of an output, the words that give its shape. Values and meanings are in the documentation of the API. */
const OF_SHAPES = new Set(['type', 'properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']);

/**
 * The input of a tool without anything that a model does not need for a valid call, because every conversation pays for
 * it. The operation checks the arguments against its own rules in any case.
 */
export function leanInput(schema: Schema): Schema {
  const { $schema: _dialect, examples: _examples, title: _title, ...lean } = mapSubschemas(schema, leanInput);
  // The format says the same, as does a minimum length.
  if (lean.format !== undefined || lean['minLength'] === 1) delete lean['pattern'];
  if (lean['maximum'] === Number.MAX_SAFE_INTEGER) delete lean['maximum'];
  if (lean.required?.length === 0) delete lean.required;
  if (lean.description !== undefined) lean.description = onOneLine(lean.description);
  return lean;
}

/** The fields of a result and their types. A result that fits the whole schema fits this one. */
export function leanOutput(schema: Schema): Schema {
  const lean = Object.entries(mapSubschemas(schema, leanOutput)).filter(
    ([word, value]) => OF_SHAPES.has(word) && typeof value !== 'boolean',
  );
  return Object.fromEntries(lean);
}

/** Without the line breaks of a source file. Those between paragraphs and before rows or items stay. */
function onOneLine(text: string): string {
  return text.replace(/(?<!\n)\n(?![\n|*-])/g, ' ');
}
