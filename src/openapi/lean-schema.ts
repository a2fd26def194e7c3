import { mapSubschemas } from './schema-walk';
import type { Schema } from './document.types';

/** Of an output, the words that give its shape. Values and meanings are in the documentation of the API. */
const OF_SHAPES = new Set(['type', 'properties', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf']);

/** A pattern that is longer is that of a cursor or of a list of ids, of which the description says what a model needs. */
const LONGEST_PATTERN = 40;

/**
 * The input of a tool without anything that a model does not need for a valid call, because every conversation pays for
 * it. The operation checks the arguments against its own rules in any case.
 */
export function leanInput(schema: Schema): Schema {
  const { $schema: _dialect, examples: _examples, title: _title, ...lean } = mapSubschemas(schema, leanInput);
  // The format says the same, as does a minimum length.
  if (lean.format !== undefined || lean['minLength'] === 1) delete lean['pattern'];
  if (lean.description !== undefined && String(lean['pattern'] ?? '').length > LONGEST_PATTERN) delete lean['pattern'];
  if (lean['maximum'] === Number.MAX_SAFE_INTEGER) delete lean['maximum'];
  if (lean.required?.length === 0) delete lean.required;
  if (lean.description !== undefined) lean.description = onOneLine(lean.description);
  return lean;
}

/**
 * The fields of a result, and the types of those that are not text: most are, or are null. A result that fits the whole schema fits this
 * one. It can fit several lean alternatives, so `oneOf` becomes `anyOf`.
 */
export function leanOutput(schema: Schema): Schema {
  if (isText(schema)) return {};
  const lean = Object.entries(mapSubschemas(schema, leanOutput))
    .filter(([word, value]) => OF_SHAPES.has(word) && typeof value !== 'boolean')
    .map(([word, value]) => [word === 'oneOf' ? 'anyOf' : word, value] as const);
  return Object.fromEntries(lean);
}

function isText({ type, anyOf, oneOf, allOf }: Schema): boolean {
  return [type].flat().every((one) => one === 'string' || one === 'null') && !(anyOf ?? oneOf ?? allOf);
}

/** Without the line breaks of a source file. Those between paragraphs and before rows or items stay. */
function onOneLine(text: string): string {
  return text.replace(/(?<!\n)\n(?![\n|*-])/g, ' ');
}
