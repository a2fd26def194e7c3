import { type Schema, typeOf } from '../capability';

/** Identifiers and words from a list have no commas, so several can stand in one flag. */
const SEPARABLE = new Set(['uuid', 'email']);

/**
 * What the texts given for one flag mean. A text that is not of the schema's type stays a text: the service says what is
 * wrong with it, in the words that it has for everybody.
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

/** `tier=gold`, as often as there are names, or all of them as JSON. */
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

/** `true`, `false` and numbers as JSON writes them; anything else, such as `007`, is text. */
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
