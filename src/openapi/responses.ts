import { STATUS_CODES } from 'node:http';
import { TOKEN_ERROR_STATUS } from '../common/errors/token-error';
import type { RegisteredOperation } from '../common/operations/registered-operation';
import type { StreamedMediaTypes } from '../common/operations/streamed-body';
import type { ApiResponse, MediaType, Reference, Schema } from './document.types';
import { failureHeaders, references, successHeaders } from './headers';
import { possibleErrors, usualErrors } from './possible-errors';
import { schemaName } from './schema-names';
import { mapValues } from './schema-walk';
import type { SharedParts } from './shared-parts';

/** Every failure of an operation by status, as its declaration allows them. Operations with the same codes share them. */
export function failuresOf(operation: RegisteredOperation, shared: SharedParts): Record<string, Reference> {
  const isToken = operation.access.kind === 'client';
  const byStatus = isToken ? tokenErrors() : possibleErrors(operation);
  const failures = [...byStatus].map(([status, codes]): [string, Reference] => [
    String(status),
    shared.share(
      'responses',
      failureName(status, codes),
      isToken ? tokenFailure(status, codes) : failure(status, codes),
    ),
  ]);
  return Object.fromEntries(failures);
}

/**
 * `Conflict.version_conflict`: the status, and the codes beyond those that are usual with it. `Forbidden.only.origin_not_trusted`
 * lacks usual ones.
 */
function failureName(status: number, codes: readonly string[]): string {
  const usual: readonly string[] = usualErrors().get(status) ?? [];
  const hasUsual = usual.every((code) => codes.includes(code));
  const own = hasUsual ? codes.filter((code) => !usual.includes(code)) : ['only', ...codes];
  return [(STATUS_CODES[status] ?? String(status)).replace(/\W/g, ''), ...own].join('.');
}

/** Without an example, which is made from the schema. */
export function success(operation: RegisteredOperation): ApiResponse & Required<Pick<ApiResponse, 'content'>> {
  return {
    description: STATUS_CODES[operation.status] ?? '',
    headers: successHeaders(operation),
    content: operation.gives
      ? streamed(operation.gives)
      : { ...json({ schema: bodyOf(operation.returns) }), ...streamed(operation.mayGive ?? {}) },
  };
}

function streamed(types: StreamedMediaTypes): Record<string, MediaType> {
  return mapValues(types, (example) => ({ schema: { type: 'string' }, example }));
}

function bodyOf(returns: RegisteredOperation['returns']): Schema {
  const [type, isArray] = Array.isArray(returns) ? [returns[0], true] : [returns, false];
  const reference = { $ref: `#/components/schemas/${schemaName(type.name)}` };
  return isArray ? { type: 'array', items: reference } : reference;
}

/** The codes are part of the schema, because a client may switch over them. A test finds undocumented ones. */
function failure(status: number, codes: readonly string[]): ApiResponse {
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: failureHeaders(status, codes.includes('scope_missing')),
    content: json({
      schema: {
        allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { type: 'string', enum: [...codes] } } }],
      },
      example: { error: EXAMPLES[status] ?? 'A sentence for a person.', code: codes[0] },
    }),
  };
}

const EXAMPLES: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Send a credential: Authorization: Bearer <credential>.',
  404: 'The resource does not exist, or you cannot access it.',
  413: 'The body is larger than 1 MiB.',
  500: 'An internal error occurred.',
};

/** The errors of the token endpoint by status (RFC 6749 §5.2); 413 is a body beyond the size limit. */
function tokenErrors(): Map<number, string[]> {
  const byStatus = new Map<number, string[]>([[413, ['invalid_request']]]);
  for (const [code, status] of Object.entries(TOKEN_ERROR_STATUS)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** Has only a code. */
function tokenFailure(status: number, codes: readonly string[]): ApiResponse {
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: { ...failureHeaders(status, false), ...references(['Cache-Control']) },
    content: json({
      schema: {
        type: 'object',
        properties: { error: { type: 'string', enum: [...codes] } },
        required: ['error'],
        additionalProperties: false,
      },
      example: { error: codes[0] },
    }),
  };
}

function json(body: MediaType): Record<string, MediaType> {
  return { 'application/json': body };
}
