import type { RegisteredOperation } from '../common/operations/registered-operation';
import type { Parameter, Reference } from './document.types';

/** Response headers, each described once. */
export const HEADERS = {
  'X-Request-Id': text(
    'Identifies the request in the log. If you sent a well-formed value, it is returned unchanged.',
    '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00',
  ),
  'RateLimit-Limit': number('Calls allowed in the current window.', 60),
  'RateLimit-Remaining': number('Calls left in the current window.', 59),
  'RateLimit-Reset': number('Seconds until the current window ends.', 60),
  'Retry-After': number('Seconds to wait before retrying the request.', 5),
  'WWW-Authenticate': text('The authentication scheme to use (RFC 6750 §3, RFC 7617).', 'Bearer realm="parley"'),
  'Cache-Control': text(
    '`no-store`: the body contains a secret or personal data. Of server-sent events: `no-store, no-transform`.',
    'no-store',
  ),
  Location: text('URL of the created resource.', '/api/v1/workspaces/01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00'),
  'Idempotency-Replayed': text('`true` if this is the stored response to an earlier request.', 'true'),
};
export type HeaderName = keyof typeof HEADERS;

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Optional. Makes retries safe: the same key with the same request returns the stored response, provided ' +
    'that you could still make the request. The same key with a different request is refused; in operations ' +
    'that require no credential, it counts as a new request. Keys are separate for ' +
    'each session, credential, and workspace key. Must be 1 to 255 visible ASCII characters. Kept for at least 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
};

export function successHeaders(operation: RegisteredOperation): Record<string, Reference> {
  return references([
    'X-Request-Id',
    ...(operation.limit ? RATE_LIMIT : []),
    ...(operation.noStore ? (['Cache-Control'] as const) : []),
    ...(operation.location ? (['Location'] as const) : []),
    ...(operation.idempotent ? (['Idempotency-Replayed'] as const) : []),
  ]);
}

export function failureHeaders(status: number, scopeMissing: boolean): Record<string, Reference> {
  return references([
    'X-Request-Id',
    ...(status === 401 || scopeMissing ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 ? RATE_LIMIT : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ]);
}

const RATE_LIMIT: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

export function references(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function text(description: string, example: string): object {
  return { description, schema: { type: 'string' }, example };
}

function number(description: string, example: number): object {
  return { description, schema: { type: 'integer', minimum: 0 }, example };
}
