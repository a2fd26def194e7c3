import type autocannon from 'autocannon';

/** The revisions of the protocol that the service speaks, and how one of their messages calls a tool. */
export const REVISIONS = [
  { revision: '2026-07-28', toolCall: selfContainedCall },
  { revision: '2025-11-25', toolCall: callAfterHandshake },
] as const;

export interface ToolCall {
  name: string;
  given: Readonly<Record<string, unknown>>;
  secret: string;
}

/** Revision 2026-07-28: each message says who speaks, and headers repeat what the body says. */
function selfContainedCall({ name, given, secret }: ToolCall): autocannon.Request {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return message(
    secret,
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
    {
      name,
      arguments: given,
      _meta,
    },
  );
}

/** Revision 2025-11-25; the service keeps no session, so that the handshake need not be repeated. */
function callAfterHandshake({ name, given, secret }: ToolCall): autocannon.Request {
  return message(secret, { 'mcp-protocol-version': '2025-11-25' }, { name, arguments: given });
}

function message(secret: string, headers: Record<string, string>, params: object): autocannon.Request {
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
