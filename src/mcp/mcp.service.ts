import { Injectable } from '@nestjs/common';
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { logger } from '../common/logging/logger';
import { OpenApiService } from '../openapi/openapi.service';
import { exchange, type McpMessage } from './mcp-exchange';
import { type McpCaller, ToolsService } from './tools.service';
import type { ChosenToolsets, NamedToolsets } from './toolsets';

const INSTRUCTIONS =
  'The operations of a Parley installation. Each call has the current rights of its credential. ' +
  'A refusal is a JSON object {error, code, details?, retryAfterSeconds?}: `code` is for programs, ' +
  '`details` names arguments.';

/** The MCP server of the API's operations. */
@Injectable()
export class McpService {
  constructor(
    private readonly tools: ToolsService,
    private readonly openApi: OpenApiService,
  ) {}

  /** @throws UnknownToolset */
  async answer(message: McpMessage, named: NamedToolsets, caller: Omit<McpCaller, 'toolsets'>): Promise<Response> {
    const { info } = await this.openApi.document();
    const toolsets = await this.tools.choose(named, caller.principal);
    return exchange(message, () => this.serverFor({ ...caller, toolsets }, info.version));
  }

  private serverFor(caller: McpCaller, version: string): McpServer {
    const server = new McpServer(
      { name: 'parley', title: 'Parley', version },
      { capabilities: { tools: {} }, instructions: instructionsFor(caller.toolsets) },
    );
    // Not registerTool: the tools depend on the caller, and the operations validate the arguments.
    server.server.setRequestHandler('tools/list', () =>
      hideFailures(async () => ({ tools: await this.tools.list(caller) })),
    );
    server.server.setRequestHandler('tools/call', ({ params }) =>
      hideFailures(() => this.tools.call(caller, params.name, params.arguments ?? {})),
    );
    return server;
  }
}

/** Names the toolsets that are not in use, so that a model can say how to get their tools. */
function instructionsFor(toolsets: ChosenToolsets): string {
  const { others } = toolsets;
  if (others.length === 0) return INSTRUCTIONS;
  return (
    `${INSTRUCTIONS} Toolsets in use: ${toolsets.names.join(', ')}. Others, which a user adds to the address of the ` +
    `server with ?toolsets=: ${others.join(', ')}.`
  );
}

/** Logs unexpected errors, because the package would send their messages to the client. */
async function hideFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    logger.error({ err: error }, 'MCP request failed');
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
  }
}
