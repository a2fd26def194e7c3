import type { Schema } from '../../src/openapi/document.types';
import type { Rule } from '../../src/openapi/validated-types';

/** Absent. */
export const ABSENT = Symbol('absent');

/** Beyond it, a text or a list costs more than its bound is worth. */
const LONGEST_TEXT = 20_000;
const LONGEST_LIST = 1_001;

/**
 * Values of a field at which a rule of the validator or a word of its schema changes the verdict: every kind of value, both
 * sides of every bound that either of them has, every value that either of them lists, and forms near those of each format.
 */
export function probesOf(rules: readonly Rule[], schema: Schema): unknown[] {
  const constraints = rules.flatMap((rule) => (rule.constraints ?? []) as unknown[]);
  const bounds = [...constraints, ...boundsOf(schema), ...boundsOf(schema.items ?? {})].filter(isNumber);
  const sizes = [...new Set([0, 1, 2, ...bounds.flatMap(around)])].filter((size) => size >= 0 && size <= LONGEST_TEXT);
  const listed = [constraints, schema.enum ?? [], schema.items?.enum ?? []].flat(2).filter(isText);
  const samples = [...(schema.examples ?? []), ...listed];
  const texts = [...sizes.map((size) => 'x'.repeat(size)), ...listed];
  const types = [schema.type ?? []].flat();
  const forms = hasForm(rules, schema) ? FORMATS : [];
  return [
    ...[ABSENT, null, true, 1.5, 'x', [], {}, ...samples, ...texts],
    ...[0, 1, ...bounds].flatMap(around),
    ...(types.includes('string') ? forms : []),
    ...(types.includes('array') ? lists([...texts, ...samples.flat(), ...forms], sizes) : []),
  ];
}

/** Rules that look at the size of a text only, or at which of some it is. */
const PLAIN = ['isString', 'minLength', 'maxLength', 'isLength', 'isIn', 'isNotEmpty', 'isArray', 'arrayMaxSize'];

function hasForm(rules: readonly Rule[], { format, pattern, items }: Schema): boolean {
  return (
    !!format ||
    !!pattern ||
    !!items ||
    rules.some(({ name, type }) => type === 'customValidation' && !PLAIN.includes(name!))
  );
}

/** Lists of one item each, of two that are the same, and as long as the bounds. */
function lists(texts: readonly unknown[], sizes: readonly number[]): unknown[] {
  const [first] = texts.filter((text) => isText(text) && text !== '');
  return [
    ...[...texts, 1, null, {}, true, []].map((item) => [item]),
    [first, first],
    ...sizes
      .filter((size) => size <= LONGEST_LIST)
      .map((size) => Array.from({ length: size }, (_none, at) => `x${at}`)),
  ];
}

const FORMATS = [
  ...[
    '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00',
    '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f0',
    'ABCDEFAB-CDEF-ABCD-EFAB-CDEFABCDEFAB',
  ],
  ...['2026-01-05T09:30:00.000Z', '2026-01-05T09:30:00Z', '2026-01-05T09:30:00+01:00', '2026-01-05T09:30:00'],
  ...['2026-02-30T09:30:00Z', '2026-01-05t09:30:00z', '2026-01-05 09:30:00Z', '2026-01-05T24:30:00Z', '2026-01-05'],
  ...[
    'ada@example.com',
    'ada@',
    'https://example.com/',
    'http://example.com/',
    'https://',
    'HTTPS://EXAMPLE.COM',
    'example.com',
  ],
  ...['#4f46e5', '#4F46E5', '#4f46e', '4f46e5', ' x ', '\t', 'a b', 'ä'],
  ...['09:30', '24:00', '9:30', '25:00', 'en', 'en-GB', 'Europe/London', 'Mars/Olympus'],
];

function boundsOf(schema: Schema): unknown[] {
  return ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => schema[name]);
}

function around(bound: number): number[] {
  return [bound - 1, bound, bound + 1];
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
