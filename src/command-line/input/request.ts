import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Capability, bodyKindOf, pathParametersOf } from '../capability';
import { UsageError } from '../errors';
import { hasKeyField, KEY_FIELD } from './flags';
import type { Values } from './gather-input';
import type { Upload } from './upload';

/** The HTTP request of an operation, relative to the service's base address. */
export interface OperationRequest {
  method: string;
  /** Includes the query. */
  path: string;
  headers: Record<string, string>;
  body: string | Readable | null;
}

export interface RequestOptions {
  idempotencyKey?: string | undefined;
  upload?: Upload | undefined;
}

/** Puts each value into the path, the query or the body. An operation has a query or a body of fields, not both; a file may have a query. */
export function requestOf(
  capability: Capability,
  values: Readonly<Values>,
  { idempotencyKey, upload }: RequestOptions = {},
): OperationRequest {
  const { method, path } = capability.api;
  const parameters = pathParametersOf(capability);
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => segment(name, values[name]));
  const headers: Record<string, string> = {};
  const input: Values = { ...values };
  if (method === 'POST' && !capability.readOnly) {
    const key = headerText('--idempotency-key', idempotencyKey ?? randomUUID());
    headers['idempotency-key'] = key;
    if (hasKeyField(capability)) input[KEY_FIELD] ??= key;
  }
  const rest = Object.entries(input).filter(([name, value]) => !parameters.includes(name) && value !== undefined);
  switch (bodyKindOf(capability)) {
    case 'json':
      headers['content-type'] = 'application/json';
      return { method, path: filled, headers, body: JSON.stringify(Object.fromEntries(rest)) };
    case 'form':
      headers['content-type'] = capability.api.requestMediaType;
      return { method, path: filled, headers, body: queryOf(rest).toString() };
    case 'stream':
      if (!upload) throw new UsageError('--input is missing: pass a file, or - for stdin.');
      headers['content-type'] = headerText('--content-type', upload.mediaType);
      if (upload.size !== null) headers['content-length'] = String(upload.size);
      return { method, path: withQuery(filled, queryOf(rest)), headers, body: upload.bytes };
    case null:
      return { method, path: withQuery(filled, queryOf(rest)), headers, body: null };
  }
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function segment(name: string, value: unknown): string {
  // Other values cannot be a path segment: `.` and `..` would leave the path.
  if (typeof value === 'string' && !['', '.', '..'].includes(value)) return encodeURIComponent(value.toWellFormed());
  throw new UsageError(`${name} must be an identifier.`);
}

function headerText(flag: string, text: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text;
  throw new UsageError(`${flag} contains characters that cannot be sent.`);
}

function queryOf(entries: readonly (readonly [string, unknown])[]): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of entries) {
    for (const item of [value].flat()) if (item !== null) query.append(name, String(item));
  }
  return query;
}
