import type { CallToolResult } from '@modelcontextprotocol/server';
import type { OutgoingHttpHeaders } from 'node:http';
import type { DomainError, ErrorDetail } from '../common/errors/domain-error';
import { IDEMPOTENCY_KEY } from '../common/registry/operation.names';

/** The result of a tool call. */
export interface ToolResult {
  /** A JSON object. Of a success, it is the structured content as well. */
  text: string;
  isError: boolean;
}

/** A success: the body as structured content, and as text for clients without support for it. */
export function succeeded(body: string): ToolResult {
  const isObject = body.trimStart().startsWith('{');
  return { text: isObject ? body : `{"result":${body}}`, isError: false };
}

/** The result as the protocol has it. */
export function resultOf({ text, isError }: ToolResult): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  return isError ? { content, isError } : { content, structuredContent: JSON.parse(text) as Record<string, unknown> };
}

/** The members of {@link resultOf} as JSON, for which the body is serialized once and never parsed. */
export function membersOf({ text, isError }: ToolResult): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
  return isError ? `${content},"isError":true` : `${content},"structuredContent":${text}`;
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
export function refused({ text, headers = {} }: { text: string; headers?: OutgoingHttpHeaders }): ToolResult {
  const { details, ...body } = JSON.parse(text) as ErrorBody;
  const retryAfter = headers['retry-after'];
  const shown = {
    ...body,
    ...(details && { details: details.map(ofArguments) }),
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
  };
  return { text: JSON.stringify(shown), isError: true };
}

/** A refusal before the request of the operation. */
export function refusedAs({ message: error, code, details }: DomainError): ToolResult {
  return refused({ text: JSON.stringify({ error, code, ...(details.length > 0 && { details }) }) });
}

/** With a JSON Pointer into the arguments in place of `path.agentId`, `query.limit` and `header.Idempotency-Key`. */
function ofArguments({ path, ...detail }: ErrorDetail): ErrorDetail {
  const pointer = path
    ?.replace(/^header\.Idempotency-Key$/i, `/${IDEMPOTENCY_KEY}`)
    .replace(/^(?:path|query)\.(.*)$/s, (_whole, name: string) => `/${name.replaceAll('.', '/')}`);
  return { ...(pointer !== undefined && { path: pointer }), ...detail };
}
