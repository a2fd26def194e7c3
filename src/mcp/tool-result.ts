import type { CallToolResult } from '@modelcontextprotocol/server';
import type { OutgoingHttpHeaders } from 'node:http';
import type { DomainError, ErrorDetail } from '../common/errors/domain-error';
import { IDEMPOTENCY_KEY } from '../common/registry/operation.names';

/** A success: the body as structured content, and as text for clients without support for it. */
export function succeeded(text: string): CallToolResult {
  const body = JSON.parse(text) as unknown;
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isRecord) return { content: [{ type: 'text', text }], structuredContent: body };
  return { content: [{ type: 'text', text: `{"result":${text}}` }], structuredContent: { result: body } };
}

interface ErrorBody {
  error: string;
  code: string;
  details?: readonly ErrorDetail[];
}

/**
 * A refusal is an answer for the model to read, so it is not a protocol error. Its text is the error body, plus the
 * value of REST's Retry-After header (seconds), because a result has no headers. Details name arguments, because a
 * model does not know which of them go into the path, the query or a header.
 */
export function refused({ text, headers = {} }: { text: string; headers?: OutgoingHttpHeaders }): CallToolResult {
  const { details, ...body } = JSON.parse(text) as ErrorBody;
  const retryAfter = headers['retry-after'];
  const shown = {
    ...body,
    ...(details && { details: details.map(ofArguments) }),
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
  };
  return { content: [{ type: 'text', text: JSON.stringify(shown) }], isError: true };
}

/** A refusal before the request of the operation. */
export function refusedAs({ message: error, code, details }: DomainError): CallToolResult {
  return refused({ text: JSON.stringify({ error, code, ...(details.length > 0 && { details }) }) });
}

/** With a JSON Pointer into the arguments in place of `path.agentId`, `query.limit` and `header.Idempotency-Key`. */
function ofArguments({ path, ...detail }: ErrorDetail): ErrorDetail {
  const pointer = path
    ?.replace(/^header\.Idempotency-Key$/i, `/${IDEMPOTENCY_KEY}`)
    .replace(/^(?:path|query)\.(.*)$/s, (_whole, name: string) => `/${name.replaceAll('.', '/')}`);
  return { ...(pointer !== undefined && { path: pointer }), ...detail };
}
