import type { ErrorDetail } from '../errors/domain-error';

/** Deeper than any request of this API. The bound protects the stack from hostile bodies. */
const DEEPEST = 32;
/** The most fields of an object: more than any request needs. class-transformer and class-validator take quadratic time for them. */
const MOST_NAMES = 500;
const MOST_ITEMS = 10_000;
/** The longest name of a field, because error paths contain the names. */
const LONGEST_NAME = 256;

/**
 * Finds problems that validation by DTO misses: text that PostgreSQL cannot store (U+0000, lone surrogates) in values and names;
 * nesting and sizes beyond every schema; inherited names such as `constructor`, which class-validator treats as known fields.
 * `prefix` is `/` for a body (JSON Pointer, RFC 6901), otherwise `query.` or `path.`.
 */
export function textProblems(value: unknown, prefix: string, depth = 0): ErrorDetail[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [invalid(prefix)];
  if (typeof value !== 'object' || value === null) return [];
  const excess = excessOf(value, depth);
  if (excess) return [{ path: depth === 0 ? prefix.slice(0, -1) : prefix, ...excess }];
  return Object.entries(value)
    .filter(([name, item]) => !(isHarmless(item) && isStorable(name) && !(name in Object.prototype)))
    .flatMap(([name, item]: [string, unknown]) => {
      const path = depth === 0 ? prefix + escaped(name) : `${prefix}/${escaped(name)}`;
      if (name in Object.prototype) return [{ path, code: 'unknown_field', message: 'is not a known field' }];
      return isStorable(name) ? textProblems(item, path, depth + 1) : [invalid(prefix)];
    });
}

function excessOf(value: object, depth: number): { code: string; message: string } | null {
  if (depth > DEEPEST) return { code: 'too_deep', message: `is nested deeper than ${DEEPEST} levels` };
  if (Array.isArray(value)) {
    return value.length > MOST_ITEMS ? { code: 'too_many', message: `has more than ${MOST_ITEMS} items` } : null;
  }
  const names = Object.keys(value);
  if (names.length > MOST_NAMES) return { code: 'too_many', message: `has more than ${MOST_NAMES} fields` };
  return names.some((name) => name.length > LONGEST_NAME)
    ? { code: 'too_long', message: `has a field name longer than ${LONGEST_NAME} characters` }
    : null;
}

/** Whether the value has no parts and is valid. */
function isHarmless(value: unknown): boolean {
  return typeof value === 'string' ? isStorable(value) : typeof value !== 'object' || value === null;
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function escaped(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

function invalid(path: string): ErrorDetail {
  return { path, code: 'invalid_character', message: 'must not contain U+0000 or lone surrogates' };
}
