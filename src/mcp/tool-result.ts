import type { CallToolResult } from '@modelcontextprotocol/server';
import type { OutgoingHttpHeaders } from 'node:http';

/** A success: the body as structured content, and as text for clients without support for it. */
export function succeeded(text: string): CallToolResult {
  const body = JSON.parse(text) as unknown;
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isRecord) return { content: [{ type: 'text', text }], structuredContent: body };
  return { content: [{ type: 'text', text: `{"result":${text}}` }], structuredContent: { result: body } };
}

/**
 * A refusal is an answer for the model to read, so it is not a protocol error. Its text is the error body, plus the
 * value of REST's Retry-After header (seconds), because a result has no headers.
 */
export function refused({ text, headers = {} }: { text: string; headers?: OutgoingHttpHeaders }): CallToolResult {
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return { content: [{ type: 'text', text }], isError: true };
  const details = { ...(JSON.parse(text) as object), retryAfterSeconds: Number(retryAfter) };
  return { content: [{ type: 'text', text: JSON.stringify(details) }], isError: true };
}
