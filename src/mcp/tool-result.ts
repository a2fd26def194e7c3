import type { CallToolResult } from '@modelcontextprotocol/server';
import type { OutgoingHttpHeaders } from 'node:http';

/** A success: the body as structured content, and as text for clients that know nothing else. */
export function succeeded(text: string): CallToolResult {
  const body = JSON.parse(text) as unknown;
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isRecord) return { content: [{ type: 'text', text }], structuredContent: body };
  return { content: [{ type: 'text', text: `{"result":${text}}` }], structuredContent: { result: body } };
}

/**
 * A refusal is an answer that the model should read, so it is no error of the protocol. Its text is the error body, with
 * what REST says in the header Retry-After (seconds), as a result has no headers.
 */
export function refused({ text, headers = {} }: { text: string; headers?: OutgoingHttpHeaders }): CallToolResult {
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return { content: [{ type: 'text', text }], isError: true };
  const told = { ...(JSON.parse(text) as object), retryAfterSeconds: Number(retryAfter) };
  return { content: [{ type: 'text', text: JSON.stringify(told) }], isError: true };
}
