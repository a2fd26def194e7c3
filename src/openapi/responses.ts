import { STATUS_CODES } from 'node:http';
import { TOKEN_ERROR_STATUS } from '../common/errors/token-error';
import type { RegisteredOperation } from '../common/operations/registered-operation';
import type { StreamedMediaTypes } from '../common/operations/streamed-body';
import type { ApiResponse, MediaType, Schema } from './document.types';
import { failureHeaders, references, successHeaders } from './headers';
import { possibleErrors } from './possible-errors';
import { schemaName } from './schema-names';
import { mapValues } from './schema-walk';

/** Every response of an operation by status: one success, and every failure that its declaration allows. */
export function responsesOf(operation: RegisteredOperation): Record<string, ApiResponse> {
  const failures = operation.access.kind === 'client' ? tokenFailures() : [...possibleErrors(operation)].map(failure);
  return Object.fromEntries([[String(operation.status), success(operation)], ...failures]);
}

function success(operation: RegisteredOperation): ApiResponse {
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

export function bodyOf(returns: RegisteredOperation['returns']): Schema {
  const [type, isArray] = Array.isArray(returns) ? [returns[0], true] : [returns, false];
  const reference = { $ref: `#/components/schemas/${schemaName(type.name)}` };
  return isArray ? { type: 'array', items: reference } : reference;
}

/** The codes are part of the schema, because a client may switch over them. A test finds undocumented ones. */
function failure([status, codes]: [number, readonly string[]]): [string, ApiResponse] {
  return [
    String(status),
    {
      description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      headers: failureHeaders(status, codes.includes('scope_missing')),
      content: json({
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { properties: { code: { type: 'string', enum: [...codes] } } },
          ],
        },
        example: { error: EXAMPLES[status] ?? 'A sentence for a person.', code: codes[0] },
      }),
    },
  ];
}

const EXAMPLES: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Send a credential: Authorization: Bearer <credential>.',
  404: 'The resource does not exist, or you cannot access it.',
  413: 'The body is larger than 1 MiB.',
  500: 'An internal error occurred.',
};

/** The failures of the token endpoint (RFC 6749 §5.2), which have only a code; 413 is a body beyond the size limit. */
function tokenFailures(): [string, ApiResponse][] {
  const byStatus = new Map<number, string[]>([[413, ['invalid_request']]]);
  for (const [code, status] of Object.entries(TOKEN_ERROR_STATUS)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      headers: { ...failureHeaders(status, false), ...references(['Cache-Control']) },
      content: json({
        schema: {
          type: 'object',
          properties: { error: { type: 'string', enum: codes } },
          required: ['error'],
          additionalProperties: false,
        },
        example: { error: codes[0] },
      }),
    },
  ]);
}

function json(body: MediaType): Record<string, MediaType> {
  return { 'application/json': body };
}
