import type autocannon from 'autocannon';

/** The protocol revisions of the service, and the message of each that calls a tool. */
export const REVISIONS = [
  { revision: '2026-07-28', toolCall: selfContainedCall },
  { revision: '2025-11-25', toolCall: callAfterHandshake },
] as const;

export interface ToolCall {
  name: string;
  input: Readonly<Record<string, unknown>>;
  secret: string;
}

/** Revision 2026-07-28: each message identifies the client, and headers repeat fields of the body. */
function selfContainedCall({ name, input, secret }: ToolCall): autocannon.Request {
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
      arguments: input,
      _meta,
    },
  );
}

/** Revision 2025-11-25. The service keeps no session, so the handshake need not be repeated. */
function callAfterHandshake({ name, input, secret }: ToolCall): autocannon.Request {
  return message(secret, { 'mcp-protocol-version': '2025-11-25' }, { name, arguments: input });
}

function message(secret: string, headers: Record<string, string>, params: object): autocannon.Request {
  return {
    method: 'POST',
    path: '/mcp?toolsets=all',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
