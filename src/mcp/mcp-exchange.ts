import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { IncomingHttpHeaders } from 'node:http';
import { logger } from '../common/logging/logger';

/** Deeper than any valid message: two levels around the deepest request of the API, with room to spare. */
const DEEPEST = 64;

/** One message of a client, received by POST. */
export interface McpMessage {
  url: string;
  headers: IncomingHttpHeaders;
  /** Parsed JSON. */
  body: unknown;
  /** The most objects, lists and values. Default: the limit of any body. */
  mostValues?: number;
}

/**
 * Answers one message with a server that lives only for this message, so that any process can answer any message.
 * Revision 2026-07-28 identifies the client in each message. Older ones, up to 2025-11-25, begin with a handshake,
 * which is answered and not remembered. Answers are JSON, because no tool sends anything before its result.
 */
export async function exchange(message: McpMessage, open: () => McpServer): Promise<Response> {
  const refusal = refusalOfExtent(message);
  if (refusal !== null) return invalid(refusal);
  const { url, headers, body } = message;
  const request = new Request(url, { method: 'POST', headers: ofProtocol(headers) });
  if (await isLegacyRequest(request, body ?? null)) return exchangeWithHandshake(request, body ?? null, open());
  const handler = createMcpHandler(open, { legacy: 'reject', onerror: note });
  return handler.fetch(request, { parsedBody: body });
}

/** Why a message is too much for one request. Null if it is not. */
export function refusalOfExtent({ body, mostValues = Infinity }: McpMessage): string | null {
  // Revision 2025-06-18 removed batches. Their refusal bounds the work of one request.
  if (Array.isArray(body)) return 'Send one message per request: batches are not supported.';
  const { depth, values } = extentOf(body);
  if (depth > DEEPEST) return `The message is nested deeper than ${DEEPEST} levels.`;
  return values > mostValues ? `The message has more than ${mostValues} values.` : null;
}

async function exchangeWithHandshake(request: Request, parsedBody: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  transport.onerror = note;
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody });
}

/** Without the credential, which the protocol does not use. */
function ofProtocol(headers: IncomingHttpHeaders): Headers {
  const taken = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (/^(accept|content-type|mcp-.*)$/.test(name) && value !== undefined) taken.set(name, [value].flat().join(', '));
  }
  return taken;
}

/** The depth of a message and the number of its values. Stops once the message is too deep. */
function extentOf(message: unknown): { depth: number; values: number } {
  let level: unknown[] = [message];
  let depth = 0;
  let values = 0;
  for (; level.length > 0 && depth <= DEEPEST; depth++) {
    values += level.length;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    );
  }
  return { depth: depth - (level.length > 0 ? 0 : 1), values };
}

/** -32600 is “Invalid Request” (JSON-RPC 2.0 §5.1). */
function invalid(message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }, { status: 400 });
}

/** Mistakes of clients, for their developers. */
function note(error: Error): void {
  logger.debug({ err: error }, 'MCP message refused');
}
