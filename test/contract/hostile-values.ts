import fc from 'fast-check';
import type { Schema } from '../../src/openapi/document.types';

const NESTED = JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown;

/** What breaks programs: wrong types, borders of numbers, text that databases refuse, names that objects inherit. */
const AWKWARD: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.1, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e-324],
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\u202e', '\ufeff', '💥', 'ﬀ', 'İ', '\r\n', '9'.repeat(400)],
  ...[
    'x'.repeat(70_000),
    '💥'.repeat(300),
    "' OR 1=1 --",
    '%00',
    '%',
    '\\',
    '{{7*7}}',
    '../../etc/passwd',
    '$1',
    'null',
  ],
  ...[
    'https://xn--a.example/',
    'https://[fe80::1%25eth0]/',
    'https://0x100000000/',
    'http://a.example:99999/',
    'a.0x10',
  ],
  ...['__proto__', 'constructor', 'toString', '[object Object]', 'NaN', 'Infinity', '0x10', '1e3', '٣', '2026-13-45'],
  ...['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'],
  ...[
    [],
    [null],
    [[]],
    [{}],
    {},
    { a: null },
    NESTED,
    Array.from({ length: 2_000 }, () => 'x'),
    { $ref: '#' },
    { then: 1 },
  ],
];

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...AWKWARD) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);

/** Mostly values of the schema, so that a request gets past the first check and dies, if at all, further in. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const alternatives: fc.Arbitrary<unknown>[] = [];
  if (schema.enum) alternatives.push(fc.constantFrom(...schema.enum));
  if (schema.examples) alternatives.push(fc.constantFrom(...schema.examples));
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) alternatives.push(valueOf(part));
  for (const type of [schema.type ?? []].flat()) alternatives.push(ofType(type, schema));
  return fc.oneof(
    { weight: 12, arbitrary: alternatives.length > 0 ? fc.oneof(...alternatives) : hostile },
    { weight: 1, arbitrary: hostile },
  );
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const bound = (name: string, fallback: number): number => Number(schema[name] ?? fallback);
  switch (type) {
    case 'string':
      return textOf(schema, bound('minLength', 0), Math.min(bound('maxLength', 300), 2_000));
    case 'integer':
      return fc.integer({ min: bound('minimum', -1_000), max: Math.min(bound('maximum', 1_000), 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: bound('minimum', -1e9), max: bound('maximum', 1e9), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { minLength: bound('minItems', 0), maxLength: 4 });
    case 'object':
      return objectOf(schema);
    default:
      return fc.constant(null);
  }
}

function textOf({ format }: Schema, minLength: number, maxLength: number): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'date-time':
      return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
    case 'email':
      return fc.emailAddress();
    case 'uri':
      return fc.webUrl();
    default:
      return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, maxLength) });
  }
}

/** Any field may be missing, and unknown fields may be added. */
export function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]));
  const known = fc.oneof(
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys: required.filter((name) => name in fields) }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
  const strange = fc.dictionary(fc.constantFrom('extra', '', '__proto__', 'constructor', 'a\u0000', '~/'), hostile, {
    maxKeys: 1,
  });
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, strange).map(([a, b]) => ({ ...a, ...b })) },
  );
}
