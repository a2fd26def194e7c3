import type { ErrorDetail } from '../errors/domain-error';

/** Deeper than any request of this API; a bound, so that walking a hostile body cannot exhaust the stack. */
const DEEPEST = 32;

/**
 * What validation by class cannot see: text that PostgreSQL cannot store as it was sent (U+0000, lone surrogates), in
 * values and in names; nesting beyond every schema; the name `__proto__`. `prefix` is `/` for a body (JSON Pointer,
 * RFC 6901), else `query.` or `path.`.
 */
export function textProblems(value: unknown, prefix: string, depth = 0): ErrorDetail[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [invalid(prefix)];
  if (typeof value !== 'object' || value === null) return [];
  if (depth > DEEPEST) return [{ path: prefix, code: 'too_deep', message: `is nested deeper than ${DEEPEST} levels` }];
  return Object.entries(value).flatMap(([name, item]) => {
    const path = depth === 0 ? prefix + escaped(name) : `${prefix}/${escaped(name)}`;
    if (name === '__proto__') return [{ path, code: 'unknown_field', message: 'is not known here' }];
    return isStorable(name) ? textProblems(item, path, depth + 1) : [invalid(prefix)];
  });
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

function escaped(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}

function invalid(path: string): ErrorDetail {
  return { path, code: 'invalid_character', message: 'must be text without U+0000 and without lone surrogates' };
}
