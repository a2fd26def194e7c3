import type { RegisteredOperation } from '../common/operations/registered-operation';
import type { Parameter, Reference } from './document.types';

/** Response headers, each described once. */
export const HEADERS = {
  'X-Request-Id': text(
    'Names this request in the log: the caller’s own value where it is well-formed.',
    '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00',
  ),
  'RateLimit-Limit': number('Calls allowed in the window.', 60),
  'RateLimit-Remaining': number('Calls left in the window.', 59),
  'RateLimit-Reset': number('Seconds until the window ends.', 60),
  'Retry-After': number('Seconds after which the same request may succeed.', 5),
  'WWW-Authenticate': text('What to authenticate with (RFC 6750 §3, RFC 7617).', 'Bearer realm="parley"'),
  'Cache-Control': text('`no-store`: the body is a secret or personal.', 'no-store'),
  Location: text('Address of the created record.', '/api/v1/workspaces/01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00'),
  'Idempotency-Replayed': text('`true` where this is the stored response of an earlier request.', 'true'),
};
export type HeaderName = keyof typeof HEADERS;

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: the same key with the same request answers the stored response again, to who could still get ' +
    'it; with another request it is refused, or where no credential is needed taken for a new one. It belongs to the ' +
    'session, credential or key that calls. 1 to 255 visible ASCII characters, kept for at least 24 hours.',
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
