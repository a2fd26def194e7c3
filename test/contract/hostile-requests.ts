import fc from 'fast-check';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import type { ApiDocument, ApiOperation } from '../../src/openapi/document.types';
import { resolvedSchema } from '../../src/openapi/resolved-schema';
import type { CallOptions } from '../support/call';
import { hostile, objectOf, valueOf } from './hostile-values';

export interface HostileRequest {
  path: string;
  send: CallOptions;
}

/** Requests of one operation: mostly well-formed, each with something odd in path, query, headers or body. */
export function hostileRequests(
  operation: RegisteredOperation,
  described: ApiOperation,
  document: ApiDocument,
  ids: Readonly<Record<string, string>>,
): fc.Arbitrary<HostileRequest> {
  const body = operation.takesBody
    ? bodies(operation, described, document)
    : rarely(fc.constantFrom('{}', '[]', '{"a":1}', 'null', '"x"', '{'));
  return fc.record({
    path: fc.tuple(paths(operation, ids), queries(described)).map(([path, query]) => path + query),
    send: fc
      .tuple(operation.method === 'GET' ? fc.constant(undefined) : body, headers(operation))
      .map(([text, sent]) => ({ ...(text !== undefined && { body: text }), headers: sent })),
  });
}

function paths(
  { path, pathParameters }: RegisteredOperation,
  ids: Readonly<Record<string, string>>,
): fc.Arbitrary<string> {
  const segment = (name: string): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(ids[name] ?? 'x') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).map(encodeURIComponent) },
      {
        weight: 1,
        // No bare dot segment, however encoded: fetch would resolve it, and ask for another operation.
        arbitrary: fc.constantFrom('%zz', '%', '%00', '%C0%AF', '%2e%2e%2f', 'a%2Fb', 'A'.repeat(3_000), ';x=1', '*'),
      },
    );
  return fc
    .record(Object.fromEntries(pathParameters.map((name) => [name, segment(name)])))
    .map((values) => path.replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? ''));
}

function queries(described: ApiOperation): fc.Arbitrary<string> {
  const names = described.parameters.filter((parameter) => parameter.in === 'query');
  const declared = names.map(({ name, schema }) => valueOf(schema).map((value) => `${name}=${encoded(value)}`));
  const strange = fc.constantFrom(
    '',
    '&',
    'a',
    'a=b',
    '__proto__[x]=1',
    'constructor.prototype=1',
    '%=%zz',
    'a[]=1',
    '=',
  );
  const twice = names.map(({ name }) =>
    fc.constantFrom(`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}=`),
  );
  const parts = fc.tuple(
    ...declared.map((part) => fc.option(part, { nil: '' })),
    fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.oneof(strange, ...twice) }),
  );
  return parts.map((all) => `?${all.filter(Boolean).join('&')}`);
}

function rarely(value: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> {
  return fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

/** Longer and Node itself answers 431, before the service sees the request. */
const LONGEST_QUERY_VALUE = 1_000;

/** Of any JSON value; text is sent as it is, lone surrogates as the replacement character that browsers send. */
function encoded(value: unknown): string {
  const text = String(typeof value === 'object' ? JSON.stringify(value) : value);
  return encodeURIComponent(text.slice(0, LONGEST_QUERY_VALUE).toWellFormed());
}

function bodies(operation: RegisteredOperation, described: ApiOperation, document: ApiDocument): fc.Arbitrary<string> {
  const [content] = Object.values(described.requestBody?.content ?? {});
  const schema = resolvedSchema(content?.schema ?? {}, document.components.schemas);
  const good = operation.access.kind === 'client' ? objectOf(schema).map(form) : objectOf(schema).map(json);
  const broken = fc.constantFrom(
    '',
    '{',
    '{"a":}',
    '\u0000',
    '[1',
    '{"a":1}x',
    '﻿{}',
    'nul',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
  );
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: 1, arbitrary: hostile.map(json) },
    { weight: 1, arbitrary: broken },
  );
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function form(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');
}

/** Headers besides the credential, which is good unless this says otherwise. */
function headers(operation: RegisteredOperation): fc.Arbitrary<Record<string, string>> {
  // What an HTTP client can put into a header at all.
  const text = fc
    .string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
      maxLength: 400,
    })
    .map((value) => value.trim());
  const odd = (...more: string[]): fc.Arbitrary<string> =>
    fc.oneof(text, fc.constantFrom('', 'null', ',', '"', '%', ...more));
  const mediaType = operation.access.kind === 'client' ? 'application/x-www-form-urlencoded' : 'application/json';
  return fc
    .record({
      'content-type': fc.oneof(
        { weight: 15, arbitrary: fc.constant(mediaType) },
        {
          weight: 1,
          arbitrary: odd('text/plain', 'application/json; charset=latin1', 'application/json;', 'multipart/form-data'),
        },
      ),
      authorization: rarely(
        odd('Bearer', 'Bearer ca_x', 'Basic', 'Basic Og==', 'Basic %%%', 'Bearer a b', 'bearer  x'),
      ),
      cookie: rarely(
        odd('parley_session', 'parley_session=', 'parley_session="a"', '=;=;', '__Host-parley_session=cs_1'),
      ),
      'idempotency-key': rarely(odd('a', 'x'.repeat(256), 'a b')),
      'x-request-id': rarely(odd('a/b', 'x'.repeat(200))),
      'if-none-match': rarely(odd('*', 'W/', '"a" , W/"b"')),
      origin: rarely(odd('http://localhost:3000/', 'https://evil.example')),
      'x-forwarded-for': rarely(odd('1.2.3.4', '::1, 999.1.1.1')),
      'accept-language': rarely(odd('de;q=2', '*')),
    })
    .map((all) =>
      Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
}
