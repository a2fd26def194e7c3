import type { CallToolResult } from '@modelcontextprotocol/server';

/** A success: the body as structured content, and as text for clients that know nothing else. */
export function succeeded(text: string): CallToolResult {
  const body = JSON.parse(text) as unknown;
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
  const structuredContent = isRecord ? (body as Record<string, unknown>) : { result: body };
  return { content: [{ type: 'text', text: isRecord ? text : JSON.stringify(structuredContent) }], structuredContent };
}

/** A refusal is an answer that the model should read, so it is no error of the protocol; its text is the error body. */
export function refused(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
