import { isSpecType } from '@modelcontextprotocol/server';
import type { McpMessage } from './mcp-exchange';
import { membersOf, type ToolResult } from './tool-result';

/** A message that does nothing but call a tool. */
export interface PlainCall {
  id: string | number;
  name: string;
  input: Record<string, unknown>;
  /** Whether it has the form of revision 2026-07-28. */
  isModern: boolean;
}

const MODERN = '2026-07-28';
/** The revisions with a handshake that have this form of `tools/call`, and a message that names none. */
const HANDSHAKE: readonly unknown[] = [undefined, '2025-03-26', '2025-06-18', '2025-11-25'];
const PREFIX = 'io.modelcontextprotocol/';
/** Names that a header has as they are. The SDK decodes all others. */
const PLAIN_NAME = /^[\w.-]{1,128}$/;

/**
 * The call in a message that has exactly the form of one, in one of the current revisions. Such a message needs none of the package's
 * work on requests, streams and schemas, which takes as much time as a short operation. Null for every other message: the package
 * decides whether it is one, and finds the words for its refusal.
 */
export function plainCallOf({ headers, body }: Pick<McpMessage, 'headers' | 'body'>): PlainCall | null {
  if (!hasOnly(body, ['jsonrpc', 'id', 'method', 'params'])) return null;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return null;
  if (!hasOnly(params, ['name', 'arguments', '_meta'])) return null;
  const { name, arguments: input = {}, _meta: meta } = params;
  if (typeof name !== 'string' || !PLAIN_NAME.test(name) || !isObject(input)) return null;
  if (headers['content-type'] !== 'application/json') return null;
  const version = headers['mcp-protocol-version'];
  if (meta === undefined) {
    const { accept = '' } = headers;
    const takesBoth = accept.includes('application/json') && accept.includes('text/event-stream');
    return takesBoth && HANDSHAKE.includes(version) ? { id, name, input, isModern: false } : null;
  }
  const isNamed = headers['mcp-method'] === method && headers['mcp-name'] === name;
  return version === MODERN && isNamed && isIdentified(meta) ? { id, name, input, isModern: true } : null;
}

/** The response to a call, as the package writes it. */
export function responseTo({ id, isModern }: PlainCall, result: ToolResult, server: object): string {
  const identified = isModern
    ? `,"resultType":"complete","_meta":{"${PREFIX}serverInfo":${JSON.stringify(server)}}`
    : '';
  return `{"result":{${membersOf(result)}${identified}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

/** Whether the client is identified as the revision requires, and the message has no other metadata. */
function isIdentified(meta: unknown): boolean {
  if (
    !hasOnly(
      meta,
      ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((name) => PREFIX + name),
    )
  )
    return false;
  return (
    meta[`${PREFIX}protocolVersion`] === MODERN &&
    isSpecType.Implementation(meta[`${PREFIX}clientInfo`]) &&
    isSpecType.ClientCapabilities(meta[`${PREFIX}clientCapabilities`])
  );
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function hasOnly(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
