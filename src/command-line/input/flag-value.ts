import { type Schema, typeOf } from '../capability';

/** Identifiers and words from a list contain no commas, so one flag can have several. */
const SEPARABLE = new Set(['uuid', 'email']);

/**
 * The value of a flag. A text that does not fit the schema's type stays a text, so that the service reports the problem
 * in the same words for all its callers.
 */
export function valueOf(schema: Schema, texts: readonly string[]): unknown {
  switch (typeOf(schema)) {
    case 'array':
      return texts.flatMap((text) => itemsOf(schema.items ?? {}, text));
    case 'object':
      return objectOf(texts);
    default:
      return scalarOf(schema, texts.at(-1) ?? '');
  }
}

export function isRepeatable(schema: Schema): boolean {
  return ['array', 'object'].includes(typeOf(schema));
}

function itemsOf(items: Schema, text: string): unknown[] {
  if (typeOf(items) === 'object') return [json(text) ?? text];
  const separable = items.enum !== undefined || SEPARABLE.has(items.format ?? '');
  return (separable ? text.split(',').map((part) => part.trim()) : [text]).map((part) => scalarOf(items, part));
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** `tier=gold`, repeated for each name, or JSON with all of them. */
function objectOf(texts: readonly string[]): unknown {
  const parts = texts.map((text) => (text.trimStart().startsWith('{') ? json(text) : pair(text)));
  const wrong = parts.indexOf(undefined);
  if (wrong >= 0) return texts[wrong];
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part ?? {})));
}

function pair(text: string): object | undefined {
  const equals = text.indexOf('=');
  if (equals < 1) return undefined;
  return { [text.slice(0, equals)]: plain(text.slice(equals + 1)) };
}

/** `true`, `false` and numbers as JSON writes them. All else, such as `007`, is text. */
function plain(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && String(Number(text)) === text ? Number(text) : text;
}

function scalarOf(schema: Schema, text: string): unknown {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return JSON_NUMBER.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

function json(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
